import { expect, test } from 'vitest'
import type { Bar } from './bars.ts'
import { ratiosSection } from './ratios-section.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }
const notes = { baselines: ['Noted.'], peers: ['Woken at once.'] }
const result = (name: string, ratio: number, target?: number) => ({
  name,
  target,
  aim: undefined,
  ratio,
  ok: true,
  ours: { name: 'ours', perSecond: 100 * ratio, rounds: [1, 2, 3] },
  theirs: { name: 'theirs', perSecond: 100, rounds: [1, 2, 3] },
})

test('shows peers apart from the baselines, also those that are faster', () => {
  const drawn = new Map<string, readonly Bar[]>()
  const results = [result('a read', 0.5, 0.4), result('jobs, beside pg-boss', 0.25)]
  const calls = { part: 'calls', takes: '2 min', recorded: { ranOn, results } }

  const section = ratiosSection([calls], notes, (name, _title, bars) => {
    drawn.set(name, bars)
    return name
  })

  expect(section).toContain('| a read | 0.50 | 0.40 | ours: 50/s | theirs: 100/s | 3 | 0.1 |')
  expect(section).toContain('| jobs, beside pg-boss | 0.25 |  | ours: 25/s | theirs: 100/s |')
  expect(section).toContain('`calls` (2 min)')
  expect(drawn.get('ratios')).toEqual([{ name: 'a read', value: 0.5, limit: 0.4, label: '0.50' }])
  expect(drawn.get('peers')).toEqual([
    { name: 'jobs, beside pg-boss', value: 0.25, limit: 1, label: '0.25' },
  ])
})

test('names the parts without a record instead of failing', () => {
  const section = ratiosSection(
    [{ part: 'home', takes: '1 min', recorded: undefined }],
    notes,
    () => '',
  )

  expect(section).toContain('Not recorded yet: home.')
  expect(section).toContain('Nothing has been recorded.')
})
