import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from './duration.ts'
import { programmeDayOf, type ProgrammeDay } from './programme-day.ts'
import { FREEZES_PER_SEASON, streakOf, type StreakMark } from './streak.ts'

const dayAt = (at: number): ProgrammeDay =>
  programmeDayOf(new Date(Date.UTC(2026, 5, 1) + at * DAY_MS))

/** L is a check-in, E an excused day, a dot neither. The last day is today. */
function chain(text: string) {
  const days = Array.from(text, (_, at) => dayAt(at))
  const daysWith = (letter: string) => new Set(days.filter((_, at) => text[at] === letter))
  return streakOf({
    days,
    today: dayAt(text.length - 1),
    checkedIn: daysWith('L'),
    excused: daysWith('E'),
  })
}

const LETTERS: Record<StreakMark, string> = {
  LIT: 'L',
  EXCUSED: 'E',
  FROZEN: 'F',
  MISSED: 'x',
  OPEN: 'o',
}
const drawn = (text: string) =>
  chain(text)
    .days.map(({ mark }) => LETTERS[mark])
    .join('')

test.each([
  ['LLL.LL.', 'LLLxLLo', 2, 'a missed day without a freeze ends the chain'],
  ['LLLLL.L', 'LLLLLFL', 7, 'the fifth check-in earns a freeze for the next missed day'],
  ['LLLLL..L', 'LLLLLFxL', 1, 'one freeze protects one day'],
  ['LLELL.', 'LLELLo', 5, 'an excused day continues the chain without a freeze'],
  ['..E.L', 'xxExL', 1, 'an excused day before the first check-in begins no chain'],
  ['LLLLLLLLLL...L', 'LLLLLLLLLLFFxL', 1, 'a season gives two freezes'],
  ['LLLLLLLLLLLLLLLLLLLL...L', 'LLLLLLLLLLLLLLLLLLLLFFxL', 1, 'twenty check-ins earn no third one'],
  ['LLLLL', 'LLLLL', 5, 'the check-in of today counts at once'],
  ['', '', 0, 'a season that has not begun has no chain'],
])('draws %s as %s with a chain of %i: %s', (given, marks, current) => {
  expect(drawn(given)).toBe(marks)
  expect(chain(given).current).toBe(current)
})

test('says how many check-ins the next freeze takes', () => {
  expect(chain('LLL.').freezes).toEqual({ earned: 0, left: 0, checkInsToNext: 2 })
  expect(chain('LLLLL.L').freezes).toEqual({ earned: 1, left: 0, checkInsToNext: 4 })
  expect(chain('LLLLLLLLLL').freezes).toEqual({ earned: 2, left: 2, checkInsToNext: null })
})

test('never spends more freezes than were earned, and never changes a past mark', () => {
  const seasons = fc.array(fc.constantFrom('L', 'E', '.'), { maxLength: 40 })
  fc.assert(
    fc.property(seasons, (letters) => {
      const text = letters.join('')
      const { days, freezes, longest, current } = chain(text)

      expect(freezes.left).toBeGreaterThanOrEqual(0)
      expect(freezes.earned).toBeLessThanOrEqual(FREEZES_PER_SEASON)
      expect(freezes.earned - freezes.left).toBe(
        days.filter(({ mark }) => mark === 'FROZEN').length,
      )
      expect(current).toBeLessThanOrEqual(longest)
      const earlier = chain(text.slice(0, -1)).days.slice(0, -1)
      expect(days.slice(0, Math.max(0, letters.length - 2))).toEqual(earlier)
    }),
  )
})
