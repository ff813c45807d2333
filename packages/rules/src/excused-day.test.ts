import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from './duration.ts'
import { daysOfRound, decideDay, excusedDayOf, windowOfDay } from './excused-day.ts'
import { startOfDay, type ProgrammeDay } from './programme-day.ts'
import { CHECK_IN_DAYS_FOR_REWARD, countedDays, decideReward } from './round.ts'

const days: ProgrammeDay[] = ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18']
const [first = '2026-06-15', second = '2026-06-16', third = '2026-06-17'] = days
const { startAt } = windowOfDay(first)
const down = (minutes: number) => [
  { startAt, endAt: new Date(startAt.getTime() + minutes * MINUTE_MS) },
]

describe('a day', () => {
  test.each([
    [5, false],
    [137, false],
    [138, false],
    [139, true],
    [1380, true],
  ])('whose window was down for %i of 1380 minutes is excused: %s', (minutes, excused) => {
    expect(decideDay(first, down(minutes)).excused).toBe(excused)
  })

  test('belongs to the round that has its whole window', () => {
    const round = { startAt: windowOfDay(first).startAt, endAt: startOfDay(third) }

    expect(daysOfRound(round)).toEqual([first, second])
    const late = { startAt: new Date(round.startAt.getTime() + 1), endAt: round.endAt }
    expect(daysOfRound(late)).toEqual([second])
    const short = { ...round, endAt: new Date(round.endAt.getTime() - 1) }
    expect(daysOfRound(short)).toEqual([first])
  })
})

describe('the excused day of a member', () => {
  test('is the earliest that was missed, and needs a real check-in', () => {
    const missed = [second, first]

    expect(excusedDayOf({ checkInDays: 1, missed })).toBe(first)
    expect(excusedDayOf({ checkInDays: 0, missed })).toBeUndefined()
  })
})

test('an outage leaves every member who meant to check in as eligible as without it', () => {
  const attendance = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })
  const one = fc.nat(3)
  fc.assert(
    fc.property(attendance, one, (meant, downDay) => {
      const down = days[downDay] ?? first
      const wanted = days.filter((_, at) => meant[at])
      const checkedIn = wanted.filter((day) => day !== down)
      fc.pre(wanted.includes(down) && checkedIn.length > 0)

      const excused = excusedDayOf({ checkInDays: checkedIn.length, missed: [down] })
      const excusedDays = excused === undefined ? 0 : 1

      expect(countedDays({ checkInDays: checkedIn.length, excusedDays })).toBe(wanted.length)
    }),
  )
})

test('counts one excused day at most, and gives no share without XP', () => {
  expect(countedDays({ checkInDays: 2, excusedDays: 5 })).toBe(CHECK_IN_DAYS_FOR_REWARD)
  expect(countedDays({ checkInDays: 0, excusedDays: 1 })).toBe(0)
  const member = { xp: 0, checkInDays: 2, excusedDays: 1, hasWallet: true }
  expect(decideReward(100n, member, 10)).toEqual({ kind: 'none' })
  expect(decideReward(100n, { ...member, xp: 5 }, 10)).toEqual({ kind: 'pay', amount: 50n })
  expect(decideReward(100n, { ...member, xp: 5, excusedDays: 0 }, 10)).toEqual({ kind: 'none' })
})
