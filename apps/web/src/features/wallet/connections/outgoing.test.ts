import { isOverValue, valueOf } from '@solstice/rules/connection/limits'
import { expect, test } from 'vitest'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'
import { outgoingOf } from './outgoing.ts'

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = { contract: null, symbol: 'ETH', decimals: 18, isListed: true }
const ASSETS = [
  { chainId: 1, address: null, decimals: 18, priceUsd: 2000 },
  { chainId: 1, address: TOKEN, decimals: 6, priceUsd: 1 },
]
const LISTED = { contract: TOKEN, symbol: 'USDS', decimals: 6, isListed: true }
const NOTHING: TransactionExplanation = {
  outcome: { kind: 'simulated' },
  changes: [],
  approvals: [],
  called: { contract: TOKEN, selector: '0x12345678', signature: undefined, isListed: false },
  hasUnreadable: false,
}

const usdOf = (changed: Partial<TransactionExplanation>) =>
  valueOf(outgoingOf({ ...NOTHING, ...changed }), 1, ASSETS)

test('values a tested call by what it takes', () => {
  expect(usdOf({})).toBe(0)
  expect(
    usdOf({ changes: [{ asset: COIN, delta: -(10n ** 17n), id: null, recipients: [] }] }),
  ).toBe(200)
  expect(usdOf({ changes: [{ asset: COIN, delta: 10n ** 18n, id: null, recipients: [] }] })).toBe(0)
})

const UNKNOWN: [string, Partial<TransactionExplanation>][] = [
  ['an untested call', { outcome: { kind: 'not-simulated' } }],
  ['an event that cannot be read', { hasUnreadable: true }],
  ['a collectible', { changes: [{ asset: LISTED, delta: -1n, id: 4n, recipients: [] }] }],
  [
    'a permission for everything',
    { approvals: [{ asset: LISTED, spender: TOKEN, scope: 'all', amount: null, id: null }] },
  ],
]

test.each(UNKNOWN)('does not know the value of %s, which is over every limit', (_, changed) => {
  const usd = usdOf(changed)

  expect(usd).toBeUndefined()
  const limits = { requestsPerMinute: 10, usdPerDay: 2000, isPaused: false }
  expect(isOverValue(usd, limits, [], 0)).toBe(true)
})

test('values an untested plain transfer by what it states', () => {
  const changes = [{ asset: COIN, delta: -(10n ** 17n), id: null, recipients: [] }]

  expect(usdOf({ outcome: { kind: 'not-simulated' }, called: undefined, changes })).toBe(200)
})
