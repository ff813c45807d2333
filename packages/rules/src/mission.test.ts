import { describe, expect, test } from 'vitest'
import {
  supportsAlarm,
  completionSlot,
  verifyLink,
  missionAvailability,
  type MissionMoment,
  type MissionType,
} from './mission.ts'

const now = new Date('2026-06-23T12:00:00+04:00')
const today = '2026-06-23'
const midnight = new Date('2026-06-24T00:00:00+04:00')
const startAt = new Date('2026-06-10T20:00:00Z')
const endAt = new Date('2026-07-08T20:00:00Z')

function moment(change: Partial<MissionMoment> = {}): MissionMoment {
  return {
    type: 'EARN',
    repeat: 'ONCE',
    season: { status: 'ONGOING', startAt, endAt },
    lastDay: undefined,
    budgetLeft: undefined,
    spin: { freePerDay: 1, ticketsPerSpin: 1, freeUsedToday: 0, tickets: 0 },
    ...change,
  }
}

const TYPES: MissionType[] = ['CHECK_IN', 'SPIN', 'TICKET', 'INVITE', 'PARTNER', 'PURCHASE', 'EARN']

describe('a mission', () => {
  test.each(TYPES)(
    'of type %s is unavailable before and after its season, with the reason',
    (type) => {
      const upcoming = { status: 'UPCOMING', startAt: midnight, endAt } as const
      const ended = { status: 'ENDED', startAt, endAt } as const

      expect(missionAvailability(moment({ type, season: upcoming }), now)).toMatchObject({
        available: false,
        reason: 'SEASON_UPCOMING',
        nextAvailableAt: midnight,
      })
      expect(missionAvailability(moment({ type, season: ended }), now)).toMatchObject({
        available: false,
        reason: 'SEASON_ENDED',
        nextAvailableAt: undefined,
      })
    },
  )

  test.each(TYPES)('of type %s is available to a member who has not completed it', (type) => {
    const repeat = type === 'CHECK_IN' || type === 'TICKET' ? 'DAILY' : 'ONCE'

    expect(missionAvailability(moment({ type, repeat }), now)).toMatchObject({ available: true })
  })

  test.each([
    ['CHECK_IN', 'DAILY', 'DONE_TODAY', new Date('2026-06-24T01:00:00+04:00')],
    ['TICKET', 'DAILY', 'DONE_TODAY', midnight],
    ['PARTNER', 'DAILY', 'DONE_TODAY', midnight],
    ['EARN', 'ONCE', 'DONE', undefined],
  ] as const)(
    'of type %s, completed today, returns %s %s',
    (type, repeat, reason, nextAvailableAt) => {
      expect(missionAvailability(moment({ type, repeat, lastDay: today }), now)).toEqual({
        available: false,
        completed: true,
        reason,
        nextAvailableAt,
      })
    },
  )

  test('that is daily and was completed yesterday is available again', () => {
    const yesterday = moment({ repeat: 'DAILY', lastDay: '2026-06-22' })

    expect(missionAvailability(yesterday, now)).toEqual({ available: true, completed: false })
  })

  test('that can be completed once stays completed on later days', () => {
    expect(missionAvailability(moment({ lastDay: '2026-06-22' }), now)).toEqual({
      available: false,
      completed: true,
      reason: 'DONE',
      nextAvailableAt: undefined,
    })
  })

  test('that can be repeated without limit is available again immediately', () => {
    const again = moment({ repeat: 'UNLIMITED', lastDay: today })

    expect(missionAvailability(again, now)).toEqual({ available: true, completed: false })
  })

  test.each(['INVITE', 'PURCHASE'] as const)(
    'of type %s stays available after its completion',
    (type) => {
      expect(missionAvailability(moment({ type, lastDay: today }), now)).toEqual({
        available: true,
        completed: true,
      })
    },
  )

  test('returns the next time only if it is before the end of the season', () => {
    const endingAt = (end: Date) => {
      const season = { status: 'ONGOING', startAt, endAt: end } as const
      return missionAvailability(moment({ repeat: 'DAILY', lastDay: today, season }), now)
    }

    expect(endingAt(midnight)).toMatchObject({ nextAvailableAt: undefined })
    expect(endingAt(new Date(midnight.getTime() + 1))).toMatchObject({ nextAvailableAt: midnight })
  })

  test.each([
    [1, 0, 1, false],
    [1, 1, 1, true],
    [1, 2, 1, true],
    // Without free spins, none can be used up.
    [0, 0, 1, false],
  ])(
    'of the spin with %i free, %i used and %i tickets is completed: %s',
    (freePerDay, freeUsedToday, tickets, completed) => {
      const spin = { freePerDay, ticketsPerSpin: 1, freeUsedToday, tickets }

      expect(missionAvailability(moment({ type: 'SPIN', spin }), now).completed).toBe(completed)
    },
  )

  test('of the spin is available again on the next day', () => {
    const spin = { freePerDay: 1, ticketsPerSpin: 1, freeUsedToday: 1, tickets: 0 }

    expect(missionAvailability(moment({ type: 'SPIN', spin }), now)).toEqual({
      available: false,
      completed: true,
      reason: 'NO_SPINS_LEFT',
      nextAvailableAt: midnight,
    })
  })

  test('returns no next time after the end of the season', () => {
    const season = { status: 'ONGOING', startAt, endAt: new Date(midnight.getTime() - 1) } as const
    const last = moment({ repeat: 'DAILY', lastDay: today, season })

    expect(missionAvailability(last, now)).toMatchObject({ nextAvailableAt: undefined })
  })

  test('returns BUDGET_SPENT when its budget is spent', () => {
    expect(missionAvailability(moment({ budgetLeft: 0 }), now)).toMatchObject({
      reason: 'BUDGET_SPENT',
    })
    expect(missionAvailability(moment({ budgetLeft: 1 }), now).available).toBe(true)
  })

  test('of the check-in is closed for the first hour of the day', () => {
    const early = new Date('2026-06-23T00:59:59.999+04:00')

    expect(missionAvailability(moment({ type: 'CHECK_IN', repeat: 'DAILY' }), early)).toMatchObject(
      {
        reason: 'CHECK_IN_CLOSED',
        nextAvailableAt: new Date('2026-06-23T01:00:00+04:00'),
      },
    )
  })

  test.each([
    [0, 0, true],
    [1, 0, false],
    [1, 1, true],
  ])(
    'of the spin with %i free used and %i tickets is available: %s',
    (freeUsedToday, tickets, open) => {
      const spin = { freePerDay: 1, ticketsPerSpin: 1, freeUsedToday, tickets }
      const availability = missionAvailability(moment({ type: 'SPIN', spin }), now)

      expect(availability.available).toBe(open)
      if (!availability.available) expect(availability.reason).toBe('NO_SPINS_LEFT')
    },
  )
})

test.each([
  ['ONCE', 'once'],
  ['DAILY', today],
  ['UNLIMITED', now.toISOString()],
] as const)('a mission repeated %s has the completion slot %s', (repeat, slot) => {
  expect(completionSlot(repeat, now)).toBe(slot)
})

test.each([
  [undefined, 'not-opened'],
  [0, 'too-recently'],
  [9999, 'too-recently'],
  [10_000, 'proven'],
])('a link opened %s ms ago is %s', (agoMs, verdict) => {
  const openedAt = agoMs === undefined ? undefined : new Date(now.getTime() - agoMs)

  expect(verifyLink('ONCE', openedAt, now)).toBe(verdict)
  expect(verifyLink('DAILY', openedAt, now)).toBe(verdict)
})

test.each([
  ['ONCE', '2026-06-22T23:59:00+04:00', 'proven'],
  ['DAILY', '2026-06-22T23:59:59.999+04:00', 'not-opened'],
  ['DAILY', '2026-06-23T00:00:00+04:00', 'proven'],
] as const)(
  'a link of a mission repeated %s, opened at %s, is %s by noon',
  (repeat, at, verdict) => {
    expect(verifyLink(repeat, new Date(at), now)).toBe(verdict)
  },
)

test.each([
  ['CHECK_IN', true],
  ['SPIN', true],
  ['TICKET', true],
  ['PURCHASE', true],
  ['INVITE', false],
  ['PARTNER', false],
  ['EARN', false],
] as const)('a mission of type %s has an alarm: %s', (type, hasAlarm) => {
  expect(supportsAlarm(type)).toBe(hasAlarm)
})
