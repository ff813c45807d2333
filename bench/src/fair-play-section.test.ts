import { expect, test } from 'vitest'
import { fairPlaySection } from './fair-play-section.ts'

const ranOn = { day: '2026-11-19', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that fair play has not been recorded', () => {
  expect(fairPlaySection(undefined)).toContain('It has not been recorded.')
})

test('shows precision and recall of the assessment and the balance of leagues', () => {
  const section = fairPlaySection({
    ranOn,
    results: [
      {
        part: 'holds',
        name: 'held out: CHAIN',
        seed: 1,
        precision: 1,
        recall: 0.7994,
        held: 80,
        byKind: [],
        ok: false,
      },
      {
        part: 'leagues',
        seed: 1,
        smallest: 29,
        largest: 30,
        median: 0.0012,
        p99: 0.04,
        max: 0.2,
        ok: true,
      },
    ],
  })

  expect(section).toContain('| held out: CHAIN | 1 | 1.000 | 0.799 | 80 | no |')
  expect(section).toContain('| 1 | 29 to 30 | 0.12 % | 4.00 % | yes |')
})
