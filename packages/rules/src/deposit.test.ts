import { expect, test } from 'vitest'
import { isDepositNotified, mayNotifyDeposits, valueInCents } from './deposit.ts'
import { HOUR_MS } from './duration.ts'

const USDS = { decimals: 6, priceUsd: '1.00' }
const ETH = { decimals: 18, priceUsd: '2500.00' }
const UNPRICED = { decimals: 18, priceUsd: null }

test.each([
  ['1 wei of a coin', { ...ETH, units: 1n }, false],
  ['nothing', { ...ETH, units: 0n }, false],
  ['9.9999 cents of a token', { ...USDS, units: 99_999n }, false],
  ['10 cents of a token', { ...USDS, units: 100_000n }, true],
  ['just below 10 cents of a coin', { ...ETH, units: 40_000_000_000_000n - 1n }, false],
  ['10 cents of a coin', { ...ETH, units: 40_000_000_000_000n }, true],
  ['less than 0.0001 without a price', { ...UNPRICED, units: 10n ** 14n - 1n }, false],
  ['0.0001 without a price', { ...UNPRICED, units: 10n ** 14n }, true],
  ['0.0001 at a price of zero', { ...UNPRICED, priceUsd: '0', units: 10n ** 14n }, true],
  ['nothing of an asset without decimals', { units: 0n, decimals: 0, priceUsd: null }, false],
  ['one of an asset without decimals', { units: 1n, decimals: 0, priceUsd: null }, true],
  ['one unit of an expensive asset', { units: 1n, decimals: 0, priceUsd: '9000' }, true],
  ['none of an expensive asset', { units: 0n, decimals: 0, priceUsd: '9000' }, false],
] as const)('a deposit of %s is notified: %o %s', (_label, deposit, isNotified) => {
  expect(isDepositNotified(deposit)).toBe(isNotified)
})

test.each([
  ['a dollar and a half', { ...USDS, units: 1_500_000n }, 150n],
  ['less than a cent', { ...USDS, units: 9_999n }, 0n],
  ['two coins', { ...ETH, units: 2n * 10n ** 18n }, 500_000n],
  ['an asset without a price', { ...UNPRICED, units: 10n ** 18n }, undefined],
  ['an asset at a price of zero', { ...UNPRICED, priceUsd: '0', units: 10n ** 18n }, undefined],
] as const)('computes the value of %s in whole cents: %o %s', (_label, deposit, cents) => {
  expect(valueInCents(deposit)).toBe(cents)
})

const NOW = new Date('2026-11-15T12:00:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const hourly = (count: number) =>
  Array.from({ length: count }, (_each, at) => ago((at + 1) * HOUR_MS))

test.each([
  ['before any other', [], true],
  ['a millisecond before the hour is over', [ago(HOUR_MS - 1)], false],
  ['an hour after the last one', [ago(HOUR_MS)], true],
  ['after five in 24 hours', hourly(5), true],
  ['after six in 24 hours', hourly(6), false],
  ['when the first of six is 24 hours old', [...hourly(5), ago(24 * HOUR_MS)], true],
  ['when the first of six is not quite 24 hours old', [...hourly(5), ago(24 * HOUR_MS - 1)], false],
] as const)('deposits may be notified %s: %o %s', (_when, notifiedAt, isAllowed) => {
  expect(mayNotifyDeposits(notifiedAt, NOW, undefined)).toBe(isAllowed)
})

test.each([
  ['ten dollars after six in 24 hours', hourly(6), 1000n, true],
  ['a cent less after six in 24 hours', hourly(6), 999n, false],
  ['ten dollars before the hour is over', [ago(HOUR_MS - 1)], 1000n, false],
] as const)('deposits may be notified for %s: %o %s', (_label, notifiedAt, cents, isAllowed) => {
  expect(mayNotifyDeposits(notifiedAt, NOW, cents)).toBe(isAllowed)
})
