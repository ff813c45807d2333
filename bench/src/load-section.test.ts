import { expect, test } from 'vitest'
import { loadSection } from './load-section.ts'
import type { LoadRun } from './results.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }
const limits = { p50: 50, p95: 250, p99: 500 }
const run: LoadRun = {
  engine: 'embedded',
  members: 20,
  seconds: 60,
  ok: true,
  kinds: [{ kind: 'read', requests: 900, percentiles: { p50: 3.4, p95: 12, p99: 20.6 }, limits }],
}

test('states that nothing has been recorded', () => {
  expect(loadSection(undefined, () => '')).toContain('It has not been recorded.')
})

test('shows every percentile next to its limit, and plots p99', () => {
  const bars: unknown[] = []

  const section = loadSection({ ranOn, runs: [run] }, (name, _title, drawn) => {
    bars.push(...drawn)
    return name
  })

  expect(section).toContain('| embedded | read | 900 | 3 | 50 | 12 | 250 | 21 | 500 |')
  expect(section).toContain('the embedded database, one process: 20 members for 60 s.')
  expect(bars).toEqual([{ name: 'read, embedded', value: 20.6, limit: 500, label: '21 ms' }])
})
