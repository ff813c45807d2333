import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS, countingSpent, isOverRate, isOverValue, valueOf } from './limits.ts'

const NOW = Date.parse('2026-06-10T12:00:00Z')
const HOUR_MS = 3_600_000
const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('isOverRate', () => {
  const limits = { ...DEFAULT_LIMITS, requestsPerMinute: 3 }

  test('counts the requests of the last minute', () => {
    expect(isOverRate([NOW, NOW - 1, NOW - 59_999], limits, NOW)).toBe(true)
    expect(isOverRate([NOW, NOW - 1, NOW - 60_000], limits, NOW)).toBe(false)
  })
})

describe('isOverValue', () => {
  const limits = { ...DEFAULT_LIMITS, usdPerDay: 100 }

  test('adds what the site moved within 24 hours', () => {
    const spent = [{ atMs: NOW - HOUR_MS, usd: 60 }]

    expect(isOverValue(40, limits, spent, NOW)).toBe(false)
    expect(isOverValue(40.01, limits, spent, NOW)).toBe(true)
    expect(isOverValue(100, limits, spent, NOW + 23 * HOUR_MS)).toBe(false)
    expect(countingSpent(spent, NOW + 23 * HOUR_MS)).toEqual([])
    expect(countingSpent(spent, NOW + 23 * HOUR_MS - 1)).toEqual(spent)
  })

  test('counts a value without a price as over the limit, and moves nothing within it', () => {
    expect(isOverValue(undefined, limits, [], NOW)).toBe(true)
    expect(isOverValue(0, { ...limits, usdPerDay: 0 }, [], NOW)).toBe(false)
  })

  test('accepts every value without a limit', () => {
    expect(isOverValue(undefined, { ...limits, usdPerDay: null }, [], NOW)).toBe(false)
    expect(isOverValue(1e9, { ...limits, usdPerDay: null }, [], NOW)).toBe(false)
  })
})

describe('valueOf', () => {
  const assets = [
    { chainId: 1, address: null, decimals: 18, priceUsd: 2000 },
    { chainId: 1, address: TOKEN, decimals: 6, priceUsd: 1 },
    { chainId: 1, address: `0x${'1'.repeat(40)}`, decimals: 6, priceUsd: null },
    { chainId: 56, address: null, decimals: 18, priceUsd: 500 },
  ]
  const value = (...outgoing: { address: string | null; amount: bigint | null }[]) =>
    valueOf(outgoing, 1, assets)

  test('adds coin and tokens by the prices of their network', () => {
    expect(value()).toBe(0)
    expect(
      value(
        { address: null, amount: 10n ** 17n },
        { address: TOKEN.toLowerCase(), amount: 2_500_000n },
      ),
    ).toBe(202.5)
  })

  test('has no value for unknown assets, assets without a price and permissions without an amount', () => {
    expect(value({ address: `0x${'2'.repeat(40)}`, amount: 1n })).toBeUndefined()
    expect(value({ address: `0x${'1'.repeat(40)}`, amount: 1n })).toBeUndefined()
    expect(value({ address: TOKEN, amount: null })).toBeUndefined()
  })
})
