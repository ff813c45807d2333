import { encodeFunctionData, erc20Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevnetChain } from '@solstice/devnet/devnet'
import type { OnChainCheck } from '#/platform/process/context.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'

const TRANSFER = '0xa9059cbb'
const APPROVE = '0x095ea7b3'

let server: TestApp
let chain: DevnetChain
let holder: PrivateKeyAccount
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  chain = chainOf(server)
  holder = aWallet()
  await chain.faucet.send(holder.address, { native: '1', token: '25' })
  await chain.control.mine(1)
})
afterAll(() => server.close())

const read = (check: OnChainCheck, address: string = holder.address, chainId = 31_337) =>
  server.ctx.onChainProofs.read(chainId, address, check)
const isProven = async (check: OnChainCheck, address?: string) =>
  (await read(check, address)).fulfilled

test('accepts an address that holds enough of a coin or a token, and no other', async () => {
  const contract = chain.network.token.address

  expect(await isProven({ kind: 'HOLDS', contract: null, minUnits: 10n ** 18n })).toBe(true)
  expect(await isProven({ kind: 'HOLDS', contract: null, minUnits: 10n ** 18n + 1n })).toBe(false)
  expect(await isProven({ kind: 'HOLDS', contract, minUnits: 25_000_000n })).toBe(true)
  expect(await isProven({ kind: 'HOLDS', contract, minUnits: 25_000_001n })).toBe(false)
  expect(await isProven({ kind: 'HOLDS', contract, minUnits: 1n }, aWallet().address)).toBe(false)
})

test('returns the balance or the number of transactions that it has read', async () => {
  const contract = chain.network.token.address
  const selector = '0x00000000'
  const stranger = aWallet().address

  expect(await read({ kind: 'HOLDS', contract, minUnits: 1n })).toMatchObject({
    units: 25_000_000n,
  })
  expect(await read({ kind: 'CALLED', contract, selector }, stranger)).toEqual({
    kind: 'CALLED',
    fulfilled: false,
    transactions: 0,
  })
})

test('accepts an address only for the contract call it made', async () => {
  const contract = chain.network.token.address
  const call = (selector: string): OnChainCheck => ({ kind: 'CALLED', contract, selector })
  const before = await isProven(call(TRANSFER))
  const friend = aWallet().address
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] })
  await sendFrom(holder, chain, { to: contract, data })
  await chain.control.mine(1)

  expect(before).toBe(false)
  expect(await isProven(call(TRANSFER))).toBe(true)
  expect(await isProven(call(APPROVE))).toBe(false)
  expect(await isProven(call(TRANSFER), friend)).toBe(false)
})

test('rejects when the chain is unknown', async () => {
  const check: OnChainCheck = { kind: 'HOLDS', contract: null, minUnits: 1n }

  await expect(read(check, holder.address, 999)).rejects.toThrow('not one of the networks')
})
