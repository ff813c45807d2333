import { expect, test } from 'vitest'
import type { Replacement } from '#/features/wallet/chain/transfer.ts'
import type { TransactionExplanation } from './explain-transaction.ts'
import { isUnexpected } from './explain-transfer.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOOK = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const coin = { contract: null, symbol: 'ETH', decimals: 18, isListed: true }
const spent = (amount: bigint, to = BOOK) => ({
  asset: coin,
  delta: -amount,
  id: null,
  recipients: [to],
})
const honest: TransactionExplanation = {
  outcome: { kind: 'simulated' },
  changes: [spent(5n)],
  approvals: [],
  called: { contract: BOOK, selector: '0xb3f98adc', signature: undefined, isListed: false },
  hasUnreadable: false,
}
const transfer = {
  hash: '0x01',
  from: OWN,
  nonce: 3,
  to: BOOK,
  amount: 5n,
  asset: { address: null, symbol: 'ETH', decimals: 18, priceUsd: null },
  gas: 60_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}
const speedUpCall: Replacement = { kind: 'speed-up', signed: { ...transfer, data: '0xb3f98adc' } }

test('accepts the faster call of a contract that takes no more than the coin it sends', () => {
  expect(isUnexpected(speedUpCall, honest)).toBe(false)
  expect(isUnexpected(speedUpCall, { ...honest, changes: [] })).toBe(false)
})

test.each<[string, Partial<TransactionExplanation>]>([
  ['takes more coin', { changes: [spent(6n)] }],
  [
    'takes a token',
    { changes: [spent(5n), { ...spent(1n), asset: { ...coin, contract: OWN, isListed: false } }] },
  ],
  [
    'approves tokens',
    { approvals: [{ asset: coin, spender: BOOK, scope: 'amount', amount: 1n, id: null }] },
  ],
  ['cannot be tested', { outcome: { kind: 'not-simulated' } }],
  ['reports a change that cannot be read', { hasUnreadable: true }],
])('has a faster call accepted that %s', (_, change) => {
  expect(isUnexpected(speedUpCall, { ...honest, ...change })).toBe(true)
})

test('has a faster transfer accepted that takes anything beyond its amount or goes to another', () => {
  const faster: Replacement = { kind: 'speed-up', signed: transfer }

  expect(isUnexpected(faster, honest)).toBe(false)
  expect(isUnexpected(faster, { ...honest, changes: [spent(5n), spent(1n)] })).toBe(true)
  expect(isUnexpected(faster, { ...honest, changes: [spent(5n, OWN)] })).toBe(true)
})

test('expects a cancellation to change nothing else', () => {
  const cancel: Replacement = { kind: 'cancel', from: OWN, nonce: 3 }

  expect(isUnexpected(cancel, { ...honest, changes: [], called: undefined })).toBe(false)
})
