import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toNetwork } from './networks.ts'
import { previewTransfer } from './preview.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const GWEI = 10n ** 9n
const network = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node', confirmations: 3 })
const coin = {
  contractId: 1,
  networkId: 1,
  chainId: 31337,
  address: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  priceUsd: null,
  logoUrl: null,
  priceChange24h: null,
}
const token = { ...coin, contractId: 2, address: TOKEN, symbol: 'USDS', decimals: 6 }
const transfer = { network, asset: coin, from: OWN, to: FRIEND, amount: 5n }

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const CODE = '0x6080604052'
/** The code of an account that delegates to a contract (EIP-7702). */
const DELEGATED = `0xef0100${'ab'.repeat(20)}`

let codes: Record<string, string>
/** The token's response to a transfer. */
let transferResult: string
let oracle: object | undefined

// Stubs the network's node and the explorer, which are third-party services.
beforeEach(() => {
  codes = { [TOKEN]: CODE }
  transferResult = word(1)
  oracle = undefined
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url !== 'http://node') {
      if (!oracle) return Response.json({}, { status: 500 })
      const data = { status: '1', message: 'OK', result: oracle }
      return Response.json({ code: 0, success: true, msg: '', data })
    }
    const { method, params } = JSON.parse(body ?? '') as { method: string; params: unknown[] }
    return Response.json({ result: answer(method, params[0]) })
  })
})
afterEach(() => vi.unstubAllGlobals())

function answer(method: string, first: unknown): unknown {
  switch (method) {
    case 'eth_chainId':
      return '0x7a69'
    case 'eth_getCode':
      return codes[String(first)] ?? '0x'
    case 'eth_call':
      return JSON.stringify(first).includes('0xa9059cbb') ? transferResult : word(1_000_000)
    case 'eth_estimateGas':
      return '0x5208'
    case 'eth_getBlockByNumber':
      return { number: '0x1', timestamp: '0x1', baseFeePerGas: `0x${GWEI.toString(16)}` }
    case 'eth_gasPrice':
      return `0x${(2n * GWEI).toString(16)}`
    default:
      return '0xde0b6b3a7640000'
  }
}

test('flags a transfer to a contract, but not to a person or a delegated account', async () => {
  expect(await previewTransfer(transfer)).toMatchObject({ isToContract: false })
  codes[FRIEND] = DELEGATED
  expect(await previewTransfer(transfer)).toMatchObject({ isToContract: false })
  codes[FRIEND] = CODE
  expect(await previewTransfer(transfer)).toMatchObject({ isToContract: true })
})

test.each([
  ['false', word(0)],
  ['a value other than true', word(2)],
  ['half a word', '0x01'],
])('predicts a failure for a token that returns %s from a transfer', async (_, answered) => {
  transferResult = answered

  expect((await previewTransfer({ ...transfer, asset: token })).revert).toBeDefined()
})

test.each([
  ['yes', word(1)],
  ['no data, as old tokens do', '0x'],
])('predicts a success for a token that returns %s', async (_, answered) => {
  transferResult = answered

  expect((await previewTransfer({ ...transfer, asset: token })).revert).toBeUndefined()
})

test('predicts a failure for a token without code', async () => {
  codes = {}
  transferResult = '0x'

  expect((await previewTransfer({ ...transfer, asset: token })).revert).toBeDefined()
})

const prices = (price: string) => ({
  SafeGasPrice: price,
  ProposeGasPrice: price,
  FastGasPrice: price,
  suggestBaseFee: '1',
})

test("accepts the explorer's gas prices up to five times those of the network", async () => {
  oracle = prices('4')

  const { fees } = await previewTransfer(transfer)

  expect(fees.normal.maxPriorityFeePerGas).toBe(3n * GWEI)
})

test.each([
  ['a price', prices('900000')],
  ['a base fee', { ...prices('4'), suggestBaseFee: '900000' }],
  ['the price of one speed', { ...prices('4'), SafeGasPrice: '900000' }],
])("uses the network's gas prices if %s of the explorer is out of proportion", async (_, given) => {
  oracle = given

  const { fees } = await previewTransfer(transfer)

  expect(fees.normal.maxPriorityFeePerGas).toBe(GWEI)
  expect(fees.slow.maxFeePerGas).toBeLessThan(4n * GWEI)
})
