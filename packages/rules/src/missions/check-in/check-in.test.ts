import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CHECK_IN, decideCheckIn, nextCheckInAt } from './check-in.ts'

const noon = new Date('2026-06-23T12:00:00+04:00')
const tomorrow = '2026-06-23T21:00:00.000Z'

test('a check-in gives 50 XP, and 100 more every fifth time', () => {
  expect(DEFAULT_CHECK_IN).toEqual({ baseXp: 50, bonusEvery: 5, bonusXp: 100 })
})

describe('a check-in', () => {
  test.each([
    [0, 1, 0],
    [3, 4, 0],
    [4, 5, 100],
    [5, 6, 0],
    [9, 10, 100],
    [14, 15, 100],
  ])('after %i others is number %i and adds %i XP', (count, number, fifthBonusXp) => {
    const decision = decideCheckIn(DEFAULT_CHECK_IN, { count, lastDay: undefined }, noon)

    expect(decision).toMatchObject({ kind: 'granted', number, baseXp: 50, fifthBonusXp })
  })

  test('is rejected a second time on the same programme day', () => {
    const decision = decideCheckIn(DEFAULT_CHECK_IN, { count: 1, lastDay: '2026-06-23' }, noon)

    expect(decision.kind).toBe('already-done')
  })

  test('is rejected between 00:00 and 01:00', () => {
    const early = new Date('2026-06-23T00:30:00+04:00')
    const decision = decideCheckIn(DEFAULT_CHECK_IN, { count: 0, lastDay: undefined }, early)

    expect(decision.kind).toBe('closed')
  })

  test('earns the bonus without consecutive days', () => {
    const state = { count: 4, lastDay: '2026-06-01' } as const

    expect(decideCheckIn(DEFAULT_CHECK_IN, state, noon)).toMatchObject({ fifthBonusXp: 100 })
  })

  test('on n days earns n times the base XP and a bonus for every full five, for random days', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
    fc.assert(
      fc.property(days, (drawn) => {
        let state: Parameters<typeof decideCheckIn>[1] = { count: 0, lastDay: undefined }
        let xp = 0
        for (const day of drawn.toSorted((a, b) => a - b)) {
          const now = new Date(noon.getTime() + day * 24 * 60 * 60_000)
          for (const attempt of [1, 2]) {
            const decision = decideCheckIn(DEFAULT_CHECK_IN, state, now)
            expect(decision.kind).toBe(attempt === 1 ? 'granted' : 'already-done')
            if (decision.kind !== 'granted') continue
            xp += decision.baseXp + decision.fifthBonusXp
            state = { count: decision.number, lastDay: decision.day }
          }
        }
        expect(xp).toBe(50 * drawn.length + 100 * Math.floor(drawn.length / 5))
      }),
    )
  })
})

const season = {
  startAt: new Date('2026-06-10T00:00:00+04:00'),
  endAt: new Date('2026-06-25T00:00:00+04:00'),
}

test('the next check-in is before the end of the season', () => {
  const opens = new Date('2026-06-23T21:00:00.000Z')
  const endingAt = (endAt: Date) => nextCheckInAt('2026-06-23', { ...season, endAt }, noon)

  expect(endingAt(opens)).toBeUndefined()
  expect(endingAt(new Date(opens.getTime() + 1))).toEqual(opens)
})

test.each([
  ['now, if nothing prevents it', undefined, noon, noon.toISOString()],
  ['tomorrow, if today is done', '2026-06-23', noon, tomorrow],
  [
    'at 01:00, during the nightly pause',
    undefined,
    new Date('2026-06-23T00:10:00+04:00'),
    '2026-06-22T21:00:00.000Z',
  ],
  [
    'on the first day, before the season',
    undefined,
    new Date('2026-06-01T12:00:00+04:00'),
    '2026-06-09T21:00:00.000Z',
  ],
  [
    'never, if the last day is done',
    '2026-06-24',
    new Date('2026-06-24T12:00:00+04:00'),
    undefined,
  ],
  ['never, after the season', '2026-06-24', new Date('2026-07-01T12:00:00+04:00'), undefined],
] as const)('the next check-in is %s', (_when, lastDay, now, expected) => {
  expect(nextCheckInAt(lastDay, season, now)?.toISOString()).toBe(expected)
})
