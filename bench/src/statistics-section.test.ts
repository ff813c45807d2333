import { expect, test } from 'vitest'
import { statisticsSection } from './statistics-section.ts'

const ranOn = { day: '2026-11-18', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that no measurement of statistics has been recorded', () => {
  expect(statisticsSection(undefined)).toContain('It has not been recorded.')
})

test('shows the time of the dashboard and the ratio of the missions', () => {
  const rates = (perSecond: number) => ({ name: '', perSecond, rounds: [] })
  const of = { members: 100_000, transactions: 2_800_000 }
  const section = statisticsSection({
    ranOn,
    results: [
      { name: 'aggregating all days', ...of, seconds: 120.04, ok: true },
      { name: 'opening the dashboard', ...of, seconds: 0.0814, limit: 2, ok: true },
      {
        name: 'a mission',
        target: 0.9,
        aim: undefined,
        ratio: 0.984,
        ok: true,
        ours: rates(984),
        theirs: rates(1000),
        walBytes: { ours: 3000, theirs: 3001 },
        statements: { ours: 9, theirs: 9 },
      },
    ],
  })

  expect(section).toContain('| aggregating all days | 100,000 | 2,800,000 | 120.0 | yes |')
  expect(section).toContain('| opening the dashboard | 100,000 | 2,800,000 | 0.081 | yes |')
  expect(section).toContain('984/s with aggregation and 1000/s without, ratio 0.98 (at least 0.9).')
  expect(section).toContain('runs 9 statements with aggregation and 9 without.')
})
