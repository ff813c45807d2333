import { describe, expect, test } from 'vitest'
import { DAY_MS } from './duration.ts'
import { effectOf, groupOf, nextMeasurementAt, verdictOf } from './hold-out.ts'

const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('the group of a member', () => {
  test('is the same whenever it is asked, and another one with another seed', () => {
    const groups = (seed: string) =>
      ids(200).map((id) => groupOf({ seed, percent: 30, members: 200 }, id).isHeldOut)

    expect(groups('a')).toEqual(groups('a'))
    expect(groups('a')).not.toEqual(groups('b'))
  })

  test('holds out about the share that was asked for', () => {
    const heldOut = ids(20_000).filter(
      (id) => groupOf({ seed: 'share', percent: 10, members: 20_000 }, id).isHeldOut,
    )

    expect(heldOut.length).toBeGreaterThan(1_850)
    expect(heldOut.length).toBeLessThan(2_150)
  })

  test('holds out and measures nobody without a share', () => {
    const groups = ids(500).map((id) => groupOf({ seed: 'none', percent: 0, members: 500 }, id))

    expect(groups.every(({ isHeldOut, isMeasured }) => !isHeldOut && !isMeasured)).toBe(true)
  })

  test('measures all members of a small audience', () => {
    const groups = ids(500).map((id) => groupOf({ seed: 's', percent: 50, members: 500 }, id))

    expect(groups.every(({ isMeasured }) => isMeasured)).toBe(true)
  })

  test('measures about 20,000 members of each group of a large audience', () => {
    const size = 40_000
    const groups = ids(size).map((id) =>
      groupOf({ seed: 'large', percent: 20, members: 1_000_000 }, id),
    )
    const measured = (isHeldOut: boolean) =>
      groups.filter((group) => group.isMeasured && group.isHeldOut === isHeldOut).length

    // These are the first 4 % of a million: 800 of each 20,000.
    expect(Math.abs(measured(true) - 800)).toBeLessThan(120)
    expect(Math.abs(measured(false) - 800)).toBeLessThan(120)
  })
})

describe('the effect of a campaign', () => {
  test('follows the example of Newcombe: 56 of 70 against 48 of 80', () => {
    const effect = effectOf({ members: 70, acted: 56 }, { members: 80, acted: 48 })

    expect(effect?.difference).toBeCloseTo(0.2, 4)
    expect(effect?.low).toBeCloseTo(0.0524, 4)
    expect(effect?.high).toBeCloseTo(0.3339, 4)
  })

  test('has an interval even if nobody acted', () => {
    const effect = effectOf({ members: 10, acted: 0 }, { members: 10, acted: 0 })

    expect(effect?.difference).toBe(0)
    expect(effect?.high).toBeCloseTo(0.2775, 3)
    expect(effect?.low).toBeCloseTo(-0.2775, 3)
  })

  test('is unknown without one of the groups', () => {
    expect(effectOf({ members: 0, acted: 0 }, { members: 5, acted: 1 })).toBeUndefined()
    expect(effectOf({ members: 5, acted: 1 }, { members: 0, acted: 0 })).toBeUndefined()
  })

  test.each([
    [{ difference: 0.1, low: 0.02, high: 0.2 }, 'MORE'],
    [{ difference: -0.1, low: -0.2, high: -0.02 }, 'LESS'],
    [{ difference: 0.1, low: 0, high: 0.2 }, 'UNCLEAR'],
    [{ difference: -0.1, low: -0.2, high: 0 }, 'UNCLEAR'],
  ] as const)('%j means %s', (effect, verdict) => {
    expect(verdictOf(effect)).toBe(verdict)
  })
})

test('measures after each of seven days, and then no more', () => {
  const begunAt = new Date('2026-06-23T08:30:00.000Z')
  const after = (days: number) => new Date(begunAt.getTime() + days * DAY_MS)

  expect(nextMeasurementAt(begunAt, begunAt)).toEqual(after(1))
  expect(nextMeasurementAt(begunAt, new Date(after(1).getTime() - 1))).toEqual(after(1))
  expect(nextMeasurementAt(begunAt, after(6))).toEqual(after(7))
  expect(nextMeasurementAt(begunAt, after(7))).toBeUndefined()
})
