import { expect, test } from 'vitest'
import { searchSection } from './search-section.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that no search has been recorded', () => {
  expect(searchSection(undefined)).toContain('It has not been recorded.')
})

test('shows the durations of searches and the cost of writes', () => {
  const section = searchSection({
    ranOn,
    results: [
      { name: 'part of an email', p50: 4.21, p95: 9.96, ok: true },
      { name: 'no hit', p50: 4, p95: 501, ok: false },
      { name: 'a sign-up, WAL', unit: 'bytes', with: 1200.4, without: 800, ok: true },
    ],
  })

  expect(section).toContain('| part of an email | 4.2 | 10.0 | yes |')
  expect(section).toContain('| no hit | 4.0 | 501.0 | no |')
  expect(section).toContain('| a sign-up, WAL | bytes | 1200 | 800 | 1.50 |')
})
