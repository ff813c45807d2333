import { expect, test } from 'vitest'
import type { TransactionExplanation } from './explain-transaction.ts'
import { changedSince } from './review-again.ts'
import type { Reviewed } from './review-again.ts'

const explanation: TransactionExplanation = {
  outcome: { kind: 'simulated' },
  changes: [
    {
      asset: { contract: null, symbol: 'ETH', decimals: 18, isListed: true },
      delta: -5n,
      id: null,
      recipients: [],
    },
  ],
  approvals: [],
  called: undefined,
  hasUnreadable: false,
}
const fee = (maxFeePerGas: bigint) => ({
  maxFeePerGas,
  maxPriorityFeePerGas: 1n,
  expectedPerGas: maxFeePerGas,
})
const fees = { slow: fee(10n), normal: fee(100n), fast: fee(200n) }
const shown: Reviewed = { explanation, gas: 50_000n, fees }
const [change] = explanation.changes

test.each<[string, Partial<TransactionExplanation>]>([
  ['takes more', { changes: change ? [{ ...change, delta: -6n }] : [] }],
  ['cannot be tested any more', { outcome: { kind: 'not-simulated' } }],
  ['reports a change that cannot be read', { hasUnreadable: true }],
  [
    'calls a contract',
    { called: { contract: '0x1', selector: '0x12345678', signature: undefined, isListed: false } },
  ],
])('reviews a transaction again that %s', (_, now) => {
  const latest = { ...shown, explanation: { ...explanation, ...now } }

  expect(changedSince(shown, latest, 'normal')).toBe('effect')
})

test('reviews again if the gas or the price of the chosen speed rose materially', () => {
  const dearer = { ...shown, fees: { ...fees, normal: fee(126n) } }

  expect(changedSince(shown, { ...shown, gas: 62_501n }, 'normal')).toBe('fee')
  expect(changedSince(shown, dearer, 'normal')).toBe('fee')
  expect(changedSince(shown, dearer, 'fast')).toBeUndefined()
})

test('signs what was reviewed if the fee moved a little or fell', () => {
  const moved = { ...shown, gas: 62_500n, fees: { ...fees, normal: fee(125n) } }
  const cheaper = { ...shown, gas: 21_000n, fees: { ...fees, normal: fee(1n) } }

  expect(changedSince(shown, moved, 'normal')).toBeUndefined()
  expect(changedSince(shown, cheaper, 'normal')).toBeUndefined()
})
