import { expect, test } from 'vitest'
import { growthSection } from './growth-section.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }
const statement = {
  id: 'abcdef01',
  source: 'payout.list',
  sources: 1,
  text: 'select 1',
  small: { buffers: 10, ms: 6 },
  large: { buffers: 12, ms: 7.25 },
  buffersRatio: 1.2,
  msRatio: 1.2,
  reason: undefined,
  ok: true,
}

test('states what of the growth has not been recorded', () => {
  const section = growthSection(undefined, undefined)

  expect(section.match(/It has not been recorded\./g)).toHaveLength(2)
})

test('shows the statements at both sizes with a verdict, and how many others there are', () => {
  const statements = [
    statement,
    { ...statement, sources: 3, text: "select 'a' || 'b'", reason: 'Operators ask rarely.' },
    { ...statement, small: undefined, ok: false },
  ]
  const results = [{ small: 10_000, large: 1_000_000, compared: 800, statements, ok: false }]

  const section = growthSection({ ranOn, results }, undefined)

  expect(section).toContain('| ms, 10,000 members | pages | ms, 1,000,000 members | pages |')
  expect(section).toContain('| `select 1` | payout.list | 6.0 | 10 | 7.3 | 12 | flat |')
  expect(section).toContain(
    "| `select 'a' \\|\\| 'b'` | payout.list and 2 more | 6.0 | 10 | 7.3 | 12 | Operators ask rarely. |",
  )
  expect(section).toContain('| `select 1` | payout.list |  |  | 7.3 | 12 | grows |')
  expect(section).toContain('The other 797 of 800 statements')
})

test('shows a statement as ended whose pages a record could not keep', () => {
  const ended = { ...statement, large: { buffers: Number.POSITIVE_INFINITY, ms: 9000 } }
  const results = [{ small: 10, large: 20, compared: 1, statements: [ended], ok: false }]
  // The type of the parsed record is that of the written one.
  const recorded = JSON.parse(JSON.stringify({ ranOn, results })) as Parameters<
    typeof growthSection
  >[0]

  expect(growthSection(recorded, undefined)).toContain('| 9000.0 | ended |')
})

test('shows the time and the memory of each job for all members', () => {
  const results = [
    { job: 'settlement', members: 1_000_000, seconds: 400, idleMb: 150, peakMb: 210.4 },
  ]

  const section = growthSection(undefined, { ranOn, results })

  expect(section).toContain('| settlement | 1,000,000 | 400.0 | 2500 | 210 | 60 |')
})
