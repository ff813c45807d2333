import { encodeAbiParameters, encodeEventTopics, erc20Abi } from 'viem'
import type { Address, Log } from 'viem'
import { expect, test } from 'vitest'
import { movementKey, movementsIn, ownMovements } from './movements.ts'
import { toNetwork } from './networks.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const UNKNOWN = '0x00000000000000000000000000000000000bad00'

const network = toNetwork({ chainId: 1, networkId: 1, rpcUrl: '', networkSymbol: 'ETH' })
const usds = {
  contractId: 2,
  networkId: 1,
  chainId: 1,
  address: TOKEN,
  name: 'USDS',
  symbol: 'USDS',
  decimals: 6,
  logoUrl: null,
  priceUsd: null,
  priceChange24h: null,
}
const known = { network, assets: [usds] }

const log = (from: Address, to: Address, amount: bigint, address: Address = TOKEN) =>
  ({
    address,
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  }) as Log<bigint, number, false> // Only the fields that movements are read from.
const transaction = { from: FRIEND, to: UNKNOWN, value: 0n } as const
const receipt = { status: 'success', logs: [] } as const

// A payroll pays several people in one transaction; our transfer is not the first.
const batch = {
  ...receipt,
  logs: [log(FRIEND, OTHER, 900n), log(FRIEND, OWN, 5n), log(FRIEND, OWN, 7n)],
}

test("shows only the wallet's own movements of a batch, with the tapped one first", () => {
  const movements = movementsIn(transaction, batch, known)
  const [, , second] = movements

  expect(ownMovements(movements, OWN, undefined).map(({ amount }) => amount)).toEqual([5n, 7n])
  const selectedKey = second && movementKey(second)
  expect(ownMovements(movements, OWN, selectedKey).map(({ amount }) => amount)).toEqual([7n, 5n])
})

test('lists all coins and tokens that one transaction moves', () => {
  const movements = movementsIn(
    { ...transaction, from: OWN, to: FRIEND, value: 9n },
    { ...receipt, logs: [log(FRIEND, OWN, 5n)] },
    known,
  )

  expect(movements).toMatchObject([
    { from: OWN, to: FRIEND, amount: 9n, symbol: 'ETH', contract: null },
    { amount: 5n, symbol: 'USDS', decimals: 6, contract: TOKEN },
  ])
})

test('omits unknown tokens, zero amounts and failed transactions', () => {
  const poison = { ...receipt, logs: [log(FRIEND, OWN, 5n, UNKNOWN), log(OWN, FRIEND, 0n)] }

  expect(movementsIn(transaction, poison, known)).toEqual([])
  expect(
    movementsIn({ ...transaction, value: 9n }, { ...batch, status: 'reverted' }, known),
  ).toEqual([])
})

test('gives the same key to a movement whose address is spelled differently', () => {
  const movement = { ...usds, from: OWN, to: FRIEND, amount: 5n, contract: TOKEN }

  expect(movementKey({ ...movement, from: OWN.toLowerCase() })).toBe(movementKey(movement))
})
