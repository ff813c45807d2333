import { expect, test } from 'vitest'
import type { Bar } from './bars.ts'
import { lighthouseAgainstSection } from './lighthouse-against-section.ts'

const ranOn = { day: '2026-11-19', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.5 }

test('compares the medians of alternating runs and draws the share of the blocking time', () => {
  const drawn = new Map<string, readonly Bar[]>()
  const measures = [
    { name: 'performance', kind: 'score' as const, ours: [95, 97, 96], theirs: [86, 80, 88] },
    {
      name: 'total-blocking-time',
      kind: 'ms' as const,
      ours: [90, 400, 100],
      theirs: [500, 400, 520],
    },
  ]
  const pages = [{ page: '/auth/login', measures }]

  const section = lighthouseAgainstSection(
    { ranOn, runs: 3, commit: 'ed53c52', pages },
    (name, _title, bars) => {
      drawn.set(name, bars)
      return name
    },
  )

  expect(section).toContain(
    '| /auth/login | performance | 96 | 86 | 1.12 |  | 95, 97, 96 | 86, 80, 88 |',
  )
  expect(section).toContain(
    '| /auth/login | total blocking time | 100 ms | 500 ms | 0.20 | at most 0.5 |',
  )
  expect(drawn.get('lighthouse-against')).toEqual([
    { name: 'total, /auth/login', value: 0.2, limit: 0.5, label: '0.20' },
  ])
})

test('says that nothing was recorded instead of failing', () => {
  expect(lighthouseAgainstSection(undefined, () => '')).toContain('Nothing has been recorded.')
})
