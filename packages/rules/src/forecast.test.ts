import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from './duration.ts'
import { COVER_DAYS, FORECAST_DAYS, feeDays, forecastOf, PACE_DAYS } from './forecast.ts'
import { programmeDayOf } from './programme-day.ts'

const now = new Date('2027-01-17T14:12:00.000Z')
const USDS = 1_000_000n
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
const dayAfter = (days: number) => programmeDayOf(inDays(days))

describe('3,200 USDS with 10,000 promised in four rounds', () => {
  const facts = {
    now,
    balance: 3_200n * USDS,
    owed: 0n,
    settlements: [6, 13, 20, 27].map((days) => ({ at: inDays(days), amount: 2_500n * USDS })),
    withdrawn: 0n,
  }

  test('run out on the day of the second round, 6,800 short at the end', () => {
    const forecast = forecastOf(facts)

    expect(forecast.days.map(({ left }) => Number(left / USDS))).toEqual([
      ...Array<number>(6).fill(3_200),
      ...Array<number>(7).fill(700),
      ...Array<number>(7).fill(-1_800),
      ...Array<number>(7).fill(-4_300),
      ...Array<number>(3).fill(-6_800),
    ])
    expect(forecast).toMatchObject({
      runsOutOn: dayAfter(13),
      coveredDays: 13,
      missing: 6_800n * USDS,
    })
  })

  test('run out earlier by debts and by withdrawals at the recent pace', () => {
    // 3,200 − 500 owed − 6 × 100 = 2,100 before the first round, which takes 2,500.
    const forecast = forecastOf({ ...facts, owed: 500n * USDS, withdrawn: 1_400n * USDS })

    expect(forecast.pace).toBe(100n * USDS)
    expect(forecast.days[0]).toMatchObject({ left: 2_700n * USDS, withdrawn: 0n })
    expect(forecast.days[5]?.left).toBe(2_200n * USDS)
    expect(forecast.days[6]).toMatchObject({ settled: 2_500n * USDS, left: -400n * USDS })
    expect(forecast).toMatchObject({ runsOutOn: dayAfter(6), coveredDays: 6 })
    // 3,200 − 500 − 10,000 − 29 × 100.
    expect(forecast.missing).toBe(10_200n * USDS)
  })
})

test('a forecast settles late rounds today and ignores those after its last day', () => {
  const forecast = forecastOf({
    now,
    balance: 10n,
    owed: 0n,
    settlements: [
      { at: inDays(-3), amount: 4n, label: 'late' },
      { at: inDays(FORECAST_DAYS), amount: 100n },
    ],
    withdrawn: 0n,
  })

  expect(forecast.days[0]).toMatchObject({ settled: 4n, labels: ['late'], left: 6n })
  expect(forecast).toMatchObject({ runsOutOn: null, coveredDays: FORECAST_DAYS, missing: 0n })
})

test('a forecast is exhausted by one unit more than the balance, and not by the whole balance', () => {
  const facts = { now, balance: 10n, owed: 10n, settlements: [], withdrawn: 0n }

  expect(forecastOf(facts).runsOutOn).toBeNull()
  expect(forecastOf({ ...facts, owed: 11n }).runsOutOn).toBe(dayAfter(0))
  expect(COVER_DAYS).toBeLessThan(FORECAST_DAYS)
})

test('a forecast accounts for every unit, and never gains money', () => {
  const amount = fc.bigInt(0n, 10n ** 24n)
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.array(fc.record({ days: fc.integer({ min: -5, max: 40 }), amount }), { maxLength: 12 }),
      (balance, owed, withdrawn, pools) => {
        const settlements = pools.map((pool) => ({ at: inDays(pool.days), amount: pool.amount }))
        const { days, pace, runsOutOn } = forecastOf({ now, balance, owed, settlements, withdrawn })

        const within = pools.filter((pool) => pool.days < FORECAST_DAYS)
        const promised = within.reduce((sum, pool) => sum + pool.amount, 0n)
        expect(days).toHaveLength(FORECAST_DAYS)
        expect(days.at(-1)?.left).toBe(balance - owed - promised - pace * BigInt(FORECAST_DAYS - 1))
        expect(pace * BigInt(PACE_DAYS)).toBeGreaterThanOrEqual(withdrawn)
        const rises = days.filter((day, at) => at > 0 && day.left > (days[at - 1]?.left ?? 0n))
        expect(rises).toEqual([])
        const isShort = (day: string) => (days.find((each) => each.day === day)?.left ?? 0n) < 0n
        expect(runsOutOn === null ? days.every(({ left }) => left >= 0n) : isShort(runsOutOn)).toBe(
          true,
        )
      },
    ),
  )
})

test('fees are counted in whole days at the pace of a span', () => {
  const twoWeeks = { spent: 28n, spanMs: 14 * DAY_MS }

  expect(feeDays(84n, twoWeeks)).toBe(42)
  expect(feeDays(83n, twoWeeks)).toBe(41)
  expect(feeDays(83n, { ...twoWeeks, spent: 0n })).toBeNull()
})
