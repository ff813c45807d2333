import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProgrammeDay } from './programme-day.ts'
import {
  behindPercent,
  bestDay,
  dayOfSeason,
  longestRun,
  recapFrames,
  tiersReached,
  type RecapFacts,
} from './recap.ts'

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}` as ProgrammeDay

describe('the days of a season', () => {
  test('are counted from its first programme day, also when it starts during one', () => {
    const midnight = new Date('2026-05-31T20:00:00.000Z')
    const evening = new Date('2026-06-01T15:00:00.000Z')

    expect(dayOfSeason({ startAt: midnight }, day(1))).toBe(0)
    expect(dayOfSeason({ startAt: midnight }, day(28))).toBe(27)
    expect(dayOfSeason({ startAt: evening }, day(2))).toBe(1)
  })

  test.each([
    [[], 0],
    [[4], 1],
    [[0, 2, 4], 1],
    [[0, 1, 3, 4, 5, 9], 3],
    [[0, 1, 2, 4], 3],
  ])('%j have a longest run of %i', (days, run) => {
    expect(longestRun(days)).toBe(run)
  })

  test('the best one has the most XP, and is the first of several', () => {
    expect(bestDay([])).toBeUndefined()
    expect(bestDay([{ day: day(1), xp: 0 }])).toBeUndefined()
    expect(
      bestDay([
        { day: day(1), xp: 10 },
        { day: day(2), xp: 70 },
        { day: day(3), xp: 70 },
        { day: day(4), xp: 20 },
      ]),
    ).toEqual({ day: day(2), xp: 70 })
  })
})

describe('the share of members behind a place', () => {
  test.each([
    [26, 520, 95],
    [1, 520, 99],
    [27, 520, 94],
    [520, 520, 0],
    [1, 2, 50],
    [2, 3, 33],
    [1, 1, 0],
    [1, 1_000_000, 99],
  ])('of %i of %i is %i%%', (place, members, percent) => {
    expect(behindPercent({ place, members })).toBe(percent)
  })

  test('never claims more than is true, and never a percent less', () => {
    const standing = fc
      .integer({ min: 1, max: 2_000_000 })
      .chain((members) => fc.record({ members: fc.constant(members), place: fc.nat(members - 1) }))
    fc.assert(
      fc.property(standing, ({ members, place: ahead }) => {
        const behind = members - ahead - 1
        const percent = behindPercent({ place: ahead + 1, members })
        expect(percent * members).toBeLessThanOrEqual(100 * behind)
        expect((percent + 1) * members).toBeGreaterThan(100 * behind)
      }),
    )
  })
})

describe('the tiers that a member reached', () => {
  const tier = (minXp: number) => ({ minXp, bonusPercent: 0, ticketsPerDay: 1 })
  const tiers = [tier(0), tier(100), tier(300), tier(900)]
  const days = [
    { day: day(1), xp: 40 },
    { day: day(3), xp: 60 },
    { day: day(5), xp: 250 },
  ]

  test('carry the first day on which the sum reached them', () => {
    expect(tiersReached(tiers, 350, days)).toEqual([
      { tier: tiers[0], day: day(1) },
      { tier: tiers[1], day: day(3) },
      { tier: tiers[2], day: day(5) },
    ])
  })

  test('have no day if XP without an entry reached them', () => {
    expect(tiersReached(tiers, 1000, days).map((each) => each.day)).toEqual([
      day(1),
      day(3),
      day(5),
      undefined,
    ])
    expect(tiersReached(tiers, 50, [])).toEqual([{ tier: tiers[0], day: undefined }])
  })
})

describe('the frames of a recap', () => {
  const nothing: RecapFacts = {
    daysCheckedIn: 0,
    members: undefined,
    friends: 0,
    bestSpinXp: 0,
    missions: 0,
    rewardedRounds: 0,
  }

  test('are only those that have something to tell', () => {
    expect(recapFrames(nothing)).toEqual(['tiers'])
    expect(recapFrames({ ...nothing, daysCheckedIn: 1 })).toEqual(['days', 'tiers'])
    expect(recapFrames({ ...nothing, members: 1 })).toEqual(['tiers'])
    expect(recapFrames({ ...nothing, members: 2 })).toEqual(['tiers', 'place'])
    expect(recapFrames({ ...nothing, bestSpinXp: 10 })).toEqual(['tiers', 'gains'])
    expect(recapFrames({ ...nothing, missions: 1 })).toEqual(['tiers', 'gains'])
    expect(recapFrames({ ...nothing, rewardedRounds: 1 })).toEqual(['tiers', 'gains'])
  })

  test('tell about friends once, with the place if there is one', () => {
    expect(recapFrames({ ...nothing, friends: 1 })).toEqual(['tiers', 'gains'])
    expect(recapFrames({ ...nothing, friends: 1, members: 2 })).toEqual(['tiers', 'place'])
    expect(
      recapFrames({ ...nothing, daysCheckedIn: 3, friends: 1, members: 9, missions: 2 }),
    ).toEqual(['days', 'tiers', 'place', 'gains'])
  })
})
