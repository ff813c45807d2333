import { beforeEach, expect, test, vi } from 'vitest'
import { deviceStorage, deleteMemberData } from '#/lib/storage.ts'
import { addToken, readAdded, removeToken } from './added-tokens.ts'
import { toNetwork } from './networks.ts'

const NETWORK = toNetwork({ chainId: 31337, networkId: 1, rpcUrl: 'http://node.example' })
const OTHER = { ...NETWORK, chainId: 31338, networkId: 2 }
const tide = {
  address: '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213',
  name: 'Tide Token',
  symbol: 'TIDE',
  decimals: 18,
} as const
const reef = { ...tide, address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' } as const

beforeEach(() => {
  const memory = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
      removeItem: (key: string) => memory.delete(key),
      key: (index: number) => Array.from(memory.keys())[index] ?? null,
      get length() {
        return memory.size
      },
    },
  })
})

test('stores an added token for its member, without a price and with its own id', () => {
  addToken('7', NETWORK, tide)
  addToken('7', NETWORK, reef)
  addToken('7', OTHER, tide)

  expect(readAdded('7')).toMatchObject([
    { ...tide, contractId: -1, chainId: 31337, networkId: 1, priceUsd: null },
    { ...reef, contractId: -2, chainId: 31337 },
    { ...tide, contractId: -3, chainId: 31338, networkId: 2 },
  ])
  expect(readAdded('8')).toEqual([])
})

test('adds a token once and never reuses the id of a removed one', () => {
  addToken('7', NETWORK, tide)
  addToken('7', NETWORK, reef)
  addToken('7', NETWORK, { ...tide, name: 'Again' })
  removeToken('7', -1)
  addToken('7', OTHER, tide)

  expect(readAdded('7').map(({ contractId, chainId }) => [contractId, chainId])).toEqual([
    [-2, 31337],
    [-3, 31338],
  ])
})

test('deletes added tokens with the member', () => {
  addToken('7', NETWORK, tide)
  deleteMemberData(deviceStorage, '7')

  expect(readAdded('7')).toEqual([])
})
