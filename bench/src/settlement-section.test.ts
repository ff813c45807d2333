import { expect, test } from 'vitest'
import { settlementSection } from './settlement-section.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that no run over all members has been recorded', () => {
  expect(settlementSection(undefined)).toContain('It has not been recorded.')
})

test('shows the rate and the memory of each run, and whether it meets the requirement', () => {
  const run = { members: 100_000, seconds: 40, batches: 51, peakMb: 190.4, growthMb: 42.2 }
  const results = [
    { ...run, name: 'settling a round', perSecond: 2500, ok: true },
    { ...run, name: 'opening a season', perSecond: 1250, ok: false },
    { ...run, name: 'claiming', perSecond: 50, ok: true, detail: '52,000 gas each' },
  ]

  const section = settlementSection({ ranOn, results })

  expect(section).toContain('| settling a round | 100,000 | 40.0 | 2500 | 51 | 190 | 42 | yes |')
  expect(section).toContain('| opening a season | 100,000 | 40.0 | 1250 | 51 | 190 | 42 | no |')
  expect(section).toContain('- claiming: 52,000 gas each')
})
