import { expect, test, vi } from 'vitest'
import en from '#/locales/en/wallet.json'
import ko from '#/locales/ko/wallet.json'
import type { Translate } from '#/lib/texts.ts'
import { problemText, sendProblemText } from './problem-text.ts'
import { RpcError } from './rpc-error.ts'

// Mocks the vault, whose errors are not exported.
vi.mock('#/vault/vault.ts', () => ({
  problemIn: (cause: Error) => (cause.message === 'vault' ? 'fault' : undefined),
}))

const t: Translate<'wallet'> = (key) => `<${key}>`

test('says that nothing left the wallet only for a fault before a transfer is sent', () => {
  const fault = new Error('vault')

  expect(sendProblemText(fault, t, 'Ethereum')).toBe('<send.fault>')
  expect(problemText(fault, t)).toBe('<problem.fault>')
})

test('says that nothing left the wallet only for the transfer that was refused', () => {
  const refused = new RpcError('refused', 'nonce too low')

  expect(sendProblemText(refused, t, 'Ethereum')).toBe('<send.refused>')
  expect(problemText(refused, t, 'Ethereum')).toBe('<problem.networkRefused>')
  expect(en.problem.networkRefused).not.toMatch(/sent|left|wallet|transaction|transfer/i)
  expect(ko.problem.networkRefused).not.toMatch(/보내|나간|지갑|거래|송금/)
  expect(en.send.refused).toContain('Nothing left your wallet')
  expect(ko.send.refused).toContain('지갑에서 나간 금액은 없어요')
})

test('names the missing funds when the network refuses for lack of funds', () => {
  const short = new RpcError('refused', 'insufficient funds for gas * price + value')

  expect(sendProblemText(short, t, 'Ethereum')).toBe('<problem.insufficient>')
})

test("shows the network's problem for a transfer that it did not accept", () => {
  expect(sendProblemText(new RpcError('unreachable', ''), t, 'Ethereum')).toBe(
    '<problem.networkDown>',
  )
})
