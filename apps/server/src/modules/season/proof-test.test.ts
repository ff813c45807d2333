import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LIMITS } from '@solstice/contract/limits'
import type { CallInput } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'

type Body = CallInput<'seasonPlan.tryProof'>['body']

let server: TestApp
let operator: TestOperator
let address: `0x${string}`
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  operator = await anOperator(server, 'PROGRAMME')
  address = aWallet().address
  const chain = chainOf(server)
  await chain.faucet.send(address, { native: '1', token: '25' })
  await chain.control.mine(1)
})
afterAll(() => server.close())

const holds = (minUnits: string): Body['check'] => ({
  kind: 'HOLDS',
  contract: chainOf(server).network.token.address,
  minUnits,
})
const tryProof = (part: Partial<Body> = {}) =>
  operator.call('seasonPlan.tryProof', {
    body: { chainId: 31_337, address, check: holds('25000000'), ...part },
  })

test('returns what an address holds and whether it would pass', async () => {
  expect((await tryProof()).data).toEqual({
    outcome: 'FULFILLED',
    units: '25000000',
    transactions: null,
  })
  expect((await tryProof({ check: holds('25000001') })).data).toMatchObject({
    outcome: 'UNFULFILLED',
    units: '25000000',
  })
})

test('returns how many transactions it has searched for a call', async () => {
  const chain = chainOf(server)
  const contract = chain.network.token.address
  const caller = aWallet()
  const tryCall = async () => {
    const check = { kind: 'CALLED', contract, selector: '0xa9059cbb' } as const
    return (await tryProof({ address: caller.address, check })).data
  }
  const unused = await tryCall()
  await chain.faucet.send(caller.address, { native: '1' })
  await chain.control.mine(1)
  const before = await tryCall()
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [address, 0n] } as const
  await sendFrom(caller, chain, { to: contract, data: encodeFunctionData(transfer) })
  await chain.control.mine(1)

  expect(unused).toEqual({ outcome: 'UNFULFILLED', units: null, transactions: 0 })
  expect(before).toEqual({ outcome: 'UNFULFILLED', units: null, transactions: 1 })
  expect(await tryCall()).toEqual({ outcome: 'FULFILLED', units: null, transactions: 2 })
})

test('reports a network that does not answer or that members do not use as an outcome', async () => {
  const real = server.ctx.onChainProofs
  server.ctx.onChainProofs = { read: async () => Promise.reject(new Error('no route')) }
  const silent = await tryProof()
  server.ctx.onChainProofs = real

  const unknown = await tryProof({ chainId: 999 })

  expect(silent).toMatchObject({ code: 0, data: { outcome: 'UNREACHABLE', units: null } })
  expect(unknown).toMatchObject({ code: 0, data: { outcome: 'UNREACHABLE', units: null } })
})

test('refuses an address that is none, and roles that do not plan seasons', async () => {
  const support = await anOperator(server, 'SUPPORT')

  expect(await tryProof({ address: '0x12' })).toMatchObject({ code: Code.INVALID_REQUEST })
  expect(
    await support.call('seasonPlan.tryProof', {
      body: { chainId: 31_337, address, check: holds('1') },
    }),
  ).toMatchObject({ code: Code.ACCESS_DENIED })
})

test('limits how often an operator reads the chain', async () => {
  server.clock.advance(MINUTE_MS)
  const { max } = LIMITS.proofTestsPerOperator
  for (let tried = 0; tried < max; tried += 1) {
    expect(await tryProof()).toMatchObject({ code: 0 })
  }

  expect(await tryProof()).toMatchObject({ code: Code.TOO_MANY_REQUESTS })
})
