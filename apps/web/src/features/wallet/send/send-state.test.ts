import { expect, test } from 'vitest'
import { toNetwork } from '#/features/wallet/chain/networks.ts'
import { readRecipient } from './send-state.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const SHARED = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const ALONE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const anAsset = (contractId: number, chainId: number, address: string | null) => ({
  contractId,
  networkId: chainId,
  chainId,
  address,
  name: `Asset ${contractId}`,
  symbol: 'A',
  decimals: 6,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
})
const networks = [1, 2].map((chainId) =>
  toNetwork({ chainId, networkId: chainId, rpcUrl: 'http://node', confirmations: 3 }),
)
const assets = [
  anAsset(10, 1, null),
  anAsset(11, 1, SHARED),
  anAsset(20, 2, null),
  anAsset(21, 2, SHARED),
  anAsset(22, 2, ALONE),
]
const read = (code: string) => readRecipient(code, { own: OWN, networks, assets })
const ids = (code: string) => {
  const recipient = read(code)
  if (recipient.kind === 'request') return recipient.asset.contractId
  return recipient.kind === 'open-request'
    ? recipient.assets.map(({ contractId }) => contractId)
    : recipient
}

test('prompts for the network of a code without one, unless only one is possible', () => {
  const token = `/transfer?address=${FRIEND}&uint256=5`

  expect(ids(`ethereum:${SHARED}${token}`)).toEqual([11, 21])
  expect(ids(`ethereum:${FRIEND}?value=1e16`)).toEqual([10, 20])
  expect(ids(`ethereum:${ALONE}${token}`)).toBe(22)
  expect(ids(`ethereum:${SHARED}@2${token}`)).toBe(21)
  expect(ids(`ethereum:${FRIEND}@2?value=1e16`)).toBe(20)
  expect(read(`ethereum:${SHARED}${token}`)).toMatchObject({ to: FRIEND, amount: 5n })
})

test('reads a code with only an address as that address', () => {
  expect(read(`ethereum:${FRIEND}`)).toEqual({ kind: 'address', to: FRIEND })
})

test('refuses the zero address, typed or in a code', () => {
  const zero = `0x${'0'.repeat(40)}`

  expect(read(zero)).toEqual({ kind: 'refused', why: 'zero' })
  expect(read(`ethereum:${zero}?value=1`)).toEqual({ kind: 'refused', why: 'zero' })
  expect(read(`ethereum:${SHARED}@1/transfer?address=${zero}&uint256=5`)).toEqual({
    kind: 'refused',
    why: 'zero',
  })
})

test('refuses a code that pays the own wallet, a token contract or an unknown token, with or without a network', () => {
  expect(read(`ethereum:${OWN}?value=1`)).toEqual({ kind: 'refused', why: 'self' })
  expect(read(`ethereum:${SHARED}?value=1`)).toEqual({ kind: 'refused', why: 'contract' })
  expect(read(`ethereum:${FRIEND}/transfer?address=${FRIEND}&uint256=5`)).toEqual({
    kind: 'refused',
    why: 'token',
  })
  expect(read(`ethereum:${FRIEND}@3`)).toMatchObject({ why: 'network', chainId: 3 })
})
