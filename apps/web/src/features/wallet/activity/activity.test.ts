import { expect, test } from 'vitest'
import { encodeFunctionData, erc20Abi } from 'viem'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { mergeSources, readActivity, readUnknown } from './activity.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const FAKE = '0x00000000000000000000000000000000000bad00'

const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '', networkSymbol: 'ETH' })
const asset = (address: string | null, symbol: string, decimals: number): Asset => ({
  contractId: decimals,
  networkId: 1,
  chainId: 1,
  address,
  name: symbol,
  symbol,
  decimals,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
})
const reader = {
  address: OWN,
  network,
  assets: [asset(null, 'ETH', 18), asset(TOKEN, 'USDS', 6)],
}
const row = (changes: Record<string, string>) => ({
  hash: '0xh',
  timeStamp: '100',
  from: OWN,
  to: FRIEND,
  value: '0',
  input: '0x',
  isError: '0',
  ...changes,
})

test('reads moved coins with their direction', () => {
  const [sent, received] = readActivity(
    'txlist',
    [row({ value: '5' }), row({ value: '7', from: FRIEND, to: OWN.toLowerCase() })],
    reader,
  )

  expect(sent).toMatchObject({ direction: 'out', amount: 5n, symbol: 'ETH', atMs: 100_000 })
  expect(received).toMatchObject({ direction: 'in', amount: 7n, contract: null })
})

test('omits unknown tokens and zero transfers from others, which poison a history', () => {
  const poison = [
    row({ from: FRIEND, to: OWN, contractAddress: FAKE, value: '1000000' }),
    row({ from: FRIEND, to: OWN, contractAddress: TOKEN, value: '0' }),
  ]
  expect(readActivity('tokentx', poison, reader)).toEqual([])
  expect(readActivity('txlist', [row({ from: FRIEND, to: OWN, value: '0' })], reader)).toEqual([])
})

test('lists deposits of unknown tokens by contract, without the name that the contract chose', () => {
  const bait = { tokenName: 'Visit evil.example', tokenSymbol: 'GIFT' }
  const deposit = row({ from: FRIEND, to: OWN, contractAddress: FAKE, value: '1000000', ...bait })
  const rows = [
    deposit,
    row({ from: FRIEND, to: OWN, contractAddress: FAKE, value: '0' }),
    row({ from: OWN, to: FRIEND, contractAddress: FAKE, value: '5' }),
    row({ from: FRIEND, to: OWN, contractAddress: TOKEN, value: '5' }),
  ]
  const added = { ...reader, assets: [...reader.assets, asset(FAKE, 'GIFT', 2)] }

  expect(readUnknown(rows, reader)).toEqual([
    { hash: '0xh', chainId: 1, atMs: 100_000, from: FRIEND, contract: FAKE },
  ])
  expect(readUnknown(rows, added)).toEqual([])
  expect(readActivity('tokentx', [deposit], added)).toMatchObject([{ symbol: 'GIFT' }])
})

test('lists a token transfer once, and a failed one with its intended amount and recipient', () => {
  const args = [FRIEND, 2_500_000n] as const
  const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const call = row({ to: TOKEN, input })

  expect(readActivity('txlist', [call], reader)).toEqual([])
  expect(readActivity('txlist', [{ ...call, isError: '1' }], reader)).toMatchObject([
    { status: 'failed', symbol: 'USDS', amount: 2_500_000n, to: FRIEND.toLowerCase() },
  ])
  expect(
    readActivity('tokentx', [row({ contractAddress: TOKEN, value: '2500000' })], reader),
  ).toMatchObject([{ direction: 'out', symbol: 'USDS', amount: 2_500_000n }])
})

test('merges lists newest first and shows nothing older than the end of a truncated list', () => {
  const at = (atMs: number) =>
    readActivity('txlist', [row({ value: '1', timeStamp: String(atMs / 1000) })], reader)
  const merged = mergeSources([
    { items: [...at(9000), ...at(5000)], isExhausted: false, oldestMs: 5000 },
    { items: [...at(7000), ...at(1000)], isExhausted: true, oldestMs: 1000 },
  ])

  expect(merged.map(({ atMs }) => atMs)).toEqual([9000, 7000, 5000])
})
