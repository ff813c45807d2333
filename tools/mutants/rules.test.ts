import { expect, test } from 'vitest'
import { leastPercent, percentKilled, readScore } from './rules.ts'

const mutant = (status: string, line = 1) => ({
  status,
  mutatorName: 'EqualityOperator',
  location: { start: { line } },
})

test('the score counts a hanging mutant as killed and an uncovered one as survived', () => {
  const score = readScore({
    files: {
      'packages/rules/src/tier.ts': {
        mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 7), mutant('Ignored')],
      },
      'packages/rules/src/pin.ts': { mutants: [mutant('Killed'), mutant('NoCoverage', 3)] },
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
  })
  expect(percentKilled(score)).toBe(60)
})

test('a file without mutants is killed in full, and nine tenths are the least', () => {
  expect(percentKilled({ file: 'asset.ts', killed: 0, survived: 0, ignored: 0 })).toBe(100)
  expect(leastPercent()).toBe(90)
})
