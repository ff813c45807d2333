import { expect, test } from 'vitest'
import { minPercent, percentKilled, readScore, whyTooLow } from './rules.ts'

const mutant = (status: string, line = 1) => ({
  status,
  mutatorName: 'EqualityOperator',
  location: { start: { line } },
})

test('the score counts a timed-out mutant as killed and an uncovered one as survived', () => {
  const score = readScore({
    files: {
      'packages/rules/src/tier.ts': {
        mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 7), mutant('Ignored')],
      },
      'packages/rules/src/pin.ts': {
        mutants: [mutant('Killed'), mutant('NoCoverage', 3), mutant('RuntimeError')],
      },
    },
  })

  expect(score).toEqual({
    file: 'packages/rules',
    killed: 3,
    survived: 2,
    ignored: 1,
    files: [
      { file: 'tier.ts', killed: 2, survived: 1, ignored: 1 },
      { file: 'pin.ts', killed: 1, survived: 1, ignored: 0 },
    ],
    survivors: [
      'packages/rules/src/tier.ts:7 EqualityOperator (Survived)',
      'packages/rules/src/pin.ts:3 EqualityOperator (NoCoverage)',
    ],
    statuses: { Killed: 2, Timeout: 1, Survived: 1, Ignored: 1, NoCoverage: 1, RuntimeError: 1 },
  })
  expect(percentKilled(score)).toBe(60)
})

test.each([
  [0, 0, 'StrykerJS tried no mutant'],
  [89, 11, 'At least 90 % have to be killed'],
  [90, 10, undefined],
])('a score of %i killed and %i survived is judged: %s', (killed, survived, expected) => {
  const score = { file: 'packages/rules', killed, survived, ignored: 3 }

  expect(whyTooLow(score, 90)).toBe(expected)
})

test('the minimum is 90 %', () => {
  expect(minPercent()).toBe(90)
})
