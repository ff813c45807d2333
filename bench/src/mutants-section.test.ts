import { expect, test } from 'vitest'
import { mutantsSection } from './mutants-section.ts'

const ranOn = { day: '2026-11-16', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states what has not been recorded instead of failing', () => {
  const section = mutantsSection(undefined, undefined)

  expect(section).toContain('It has not been recorded.')
  expect(section).toContain('Its score has not been recorded.')
})

test('shows the named mutants by suite, even from a record without time-outs', () => {
  const suites = [
    { suite: 'unit', mutants: 3, killed: 3, timedOut: 1 },
    { suite: 'journeys', mutants: 2, killed: 2 },
  ]

  const section = mutantsSection({ ranOn, seconds: 12.4, suites }, undefined)

  expect(section).toContain('The run took 12 s. Measured 2026-11-16')
  expect(section).toContain('| unit | 3 | 3 | 1 |\n| journeys | 2 | 2 |  |')
})

test('shows the score of the rules, and no percentage for a file without mutants', () => {
  const files = [
    { file: 'tier.ts', killed: 9, survived: 1, ignored: 2 },
    { file: 'asset.ts', killed: 0, survived: 0, ignored: 0 },
  ]

  const section = mutantsSection(undefined, { ranOn, seconds: 60, least: 90, files })

  expect(section).toContain('90.0 % of 10 mutants are killed; the minimum is 90 %.')
  expect(section).toContain('| tier.ts | 90.0 | 9 | 1 | 2 |\n| asset.ts |  | 0 | 0 | 0 |')
})
