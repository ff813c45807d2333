import { GUEST_BOOK, TURNCOAT_BOOK } from '@solstice/contracts/partner-contracts'
import { aDevnet, ada, chainOf, closeAll, sent, BEN } from '@solstice/devnet/test-devnet'
import { encodeDeployData, encodeFunctionData, erc20Abi, getContractAddress } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { previewAction } from '#/features/wallet/action/preview-action.ts'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { explainTransaction, needsAcceptance } from './explain-transaction.ts'
import { judgeAction } from './judge-action.ts'

const network = toNetwork({ chainId: 31_337, networkId: 1, rpcUrl: 'http://node' })
const MAX = 2n ** 256n - 1n
const SPENDER = BEN

let chain: ReturnType<typeof chainOf>
let nonce = 0
let token: Hex
let book: Hex
let turncoat: Hex
let assets: Parameters<typeof explainTransaction>[2]

const callToken = (functionName: 'approve' | 'transfer', to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })
const sign = encodeFunctionData({
  abi: GUEST_BOOK.abi,
  functionName: 'sign',
  args: ['Clear skies'],
})
const explain = (to: Hex | null, data: Hex, value = 0n) =>
  explainTransaction(network, { from: ada.address, to, value, data }, assets)

async function send(change: object): Promise<void> {
  await sent(chain, nonce++, { value: 0n, gas: 2_000_000n, ...change })
  await chain.control.mine(1)
}

async function deploy(contract: typeof GUEST_BOOK, args: unknown[]): Promise<Hex> {
  const address = getContractAddress({ from: ada.address, nonce: BigInt(nonce) })
  await send({ to: undefined, data: encodeDeployData({ ...contract, args }) })
  return address
}

const turn = (mode: bigint) =>
  send({
    to: turncoat,
    data: encodeFunctionData({ abi: TURNCOAT_BOOK.abi, functionName: 'turn', args: [mode] }),
  })

beforeAll(async () => {
  const devnet = await aDevnet()
  chain = chainOf(devnet)
  await devnet.fundPayer(ada.address)
  token = chain.network.token.address
  assets = [{ chainId: 31_337, address: token, symbol: 'USDS', decimals: 6 }]
  book = await deploy(GUEST_BOOK, [])
  turncoat = await deploy(TURNCOAT_BOOK, [token])
  await send({ to: token, data: callToken('approve', turncoat, MAX) })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await closeAll()
})

beforeEach(() => {
  chain.node.clearFaults()
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) =>
    url === network.rpcUrl
      ? Response.json(await chain.node.answer(JSON.parse(body)))
      : Response.json({}, { status: 500 }),
  )
})

test('explains a transfer of the coin and of a token by the balances that change', async () => {
  const coin = await explain(BEN, '0x', 5n)
  const tokens = await explain(token, callToken('transfer', BEN, 7_000_000n))

  expect(coin).toMatchObject({
    outcome: { kind: 'simulated' },
    changes: [{ asset: { contract: null }, delta: -5n }],
    called: undefined,
  })
  expect(tokens).toMatchObject({
    changes: [{ asset: { symbol: 'USDS', decimals: 6, isListed: true }, delta: -7_000_000n }],
    called: { contract: token, signature: 'transfer(address to, uint256 amount)' },
  })
  expect([coin, tokens].some(needsAcceptance)).toBe(false)
})

test('names an unlimited approval as such, in a simulation and without one', async () => {
  const data = callToken('approve', SPENDER, MAX)
  const tested = await explain(token, data)
  chain.node.setFault('eth_simulateV1', { kind: 'error', code: -32_601, message: 'Not here' })
  const untested = await explain(token, data)

  const approvals = [{ scope: 'unlimited', spender: SPENDER, asset: { symbol: 'USDS' } }]
  expect(tested).toMatchObject({ outcome: { kind: 'simulated' }, approvals, changes: [] })
  expect(untested).toMatchObject({ outcome: { kind: 'not-simulated' }, approvals })
  expect([tested, untested].every(needsAcceptance)).toBe(true)
})

test('shows the amount of a bounded approval', async () => {
  const { approvals } = await explain(token, callToken('approve', SPENDER, 9n))

  expect(approvals).toMatchObject([{ scope: 'amount', amount: 9n }])
})

test('never calls an untested contract harmless', async () => {
  chain.node.setFault('eth_simulateV1', { kind: 'error', code: -32_601, message: 'Not here' })
  const explanation = await explain(book, sign)

  expect(explanation.outcome).toEqual({ kind: 'not-simulated' })
  expect(needsAcceptance(explanation)).toBe(true)
  expect(judgeAction(explanation, 0n)).toBe('untested')
})

test('has an untested transfer accepted whose token is not listed', async () => {
  chain.node.setFault('eth_simulateV1', { kind: 'error', code: -32_601, message: 'Not here' })
  const transfer = { from: ada.address, to: token, value: 0n, data: callToken('transfer', BEN, 9n) }
  const listed = await explainTransaction(network, transfer, assets)
  const unlisted = await explainTransaction(network, transfer, [])

  expect(listed.outcome).toEqual({ kind: 'not-simulated' })
  expect([listed, unlisted].map(needsAcceptance)).toEqual([false, true])
})

test('counts a reply of another form as no simulation', async () => {
  chain.node.setFault('eth_simulateV1', {
    kind: 'result',
    result: [{ calls: [{ status: '0x1' }] }],
  })

  expect((await explain(book, sign)).outcome).toEqual({ kind: 'not-simulated' })
})

test('says before the signature that a transaction would fail, with and without a simulation', async () => {
  const data = callToken('transfer', BEN, MAX)
  const tested = await explain(token, data)
  chain.node.setFault('eth_simulateV1', { kind: 'error', code: -32_601, message: 'Not here' })
  const untested = await explain(token, data)

  expect([tested, untested].map(({ outcome }) => outcome.kind)).toEqual(['fails', 'fails'])
})

test('accepts the call of an honest guest book, which changes no balance', async () => {
  const explanation = await explain(book, sign)

  expect(explanation).toMatchObject({ outcome: { kind: 'simulated' }, changes: [], approvals: [] })
  expect(judgeAction(explanation, 0n)).toBe('right')
})

test.each([
  [1n, 'moves'],
  [2n, 'approves'],
  [3n, 'fails'],
  [4n, 'moves'],
  [0n, 'right'],
] as const)('judges the same call again after its contract changed to %i: %s', async (mode, is) => {
  await turn(mode)
  const explanation = await explain(turncoat, sign)

  expect(judgeAction(explanation, 0n)).toBe(is)
})

test('accepts only the coin that the mission names', async () => {
  await turn(0n)
  const explanation = await explain(turncoat, sign, 5n)

  expect(judgeAction(explanation, 5n)).toBe('right')
  expect(judgeAction(explanation, 4n)).toBe('moves')
})

test('adds a margin to the gas that the node estimates', async () => {
  chain.node.setFault('eth_estimateGas', { kind: 'result', result: '0x7530' })
  const call = { network, from: ada.address, to: book, value: 0n, data: sign }

  expect((await previewAction(call, assets)).gas).toBe(36_000n)
})

test('counts a call as failing if the node refuses to estimate its gas', async () => {
  const refusal = { kind: 'error', code: 3, message: 'The book is closed' } as const
  chain.node.setFault('eth_estimateGas', refusal)
  const call = { network, from: ada.address, to: BEN, value: 5n, data: '0x' } as const
  const { gas, explanation } = await previewAction(call, assets)

  expect(gas).toBe(0n)
  expect(explanation).toMatchObject({
    outcome: { kind: 'fails', reason: 'The book is closed' },
    changes: [],
  })
  expect(judgeAction(explanation, 5n)).toBe('fails')
})
