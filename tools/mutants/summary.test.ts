import { expect, test } from 'vitest'
import { isEveryMutantKilled, summarise, summaryText } from './summary.ts'

test('counts time-outs separately from other kills', () => {
  const summary = summarise(['killed', 'killed by time-out', 'killed', 'survived', 'not run'], 4)

  expect(summaryText(summary)).toBe(
    '2 killed, 1 killed by time-out, 1 survived, 1 not run, 4 stale',
  )
})

test.each([
  [['killed', 'killed'], 0, true],
  [['killed', 'killed by time-out'], 0, true],
  [['killed', 'survived'], 0, false],
  [['killed', 'not run'], 0, false],
  [['killed'], 1, false],
  [[], 0, false],
] as const)(
  'a run with %j and %i stale entries may be recorded: %s',
  (outcomes, stale, expected) => {
    expect(isEveryMutantKilled(summarise(outcomes, stale))).toBe(expected)
  },
)
