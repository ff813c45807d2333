import { expect, test } from 'vitest'
import { auditSection } from './audit-section.ts'

const ranOn = { day: '2026-11-17', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that no verification of a long log has been recorded', () => {
  expect(auditSection(undefined)).toContain('It has not been recorded.')
})

test('shows duration, steps and memory of each verification', () => {
  const memory = { peakMb: 190.4, growthMb: 42.2 }
  const results = [
    { ...memory, name: 'recent', entries: 19_999, seconds: 0.512, ok: true },
    { ...memory, name: 'full', entries: 10_000_000, seconds: 300.4, steps: 500, ok: false },
  ]

  const section = auditSection({ ranOn, results })

  expect(section).toContain('| recent | 19,999 | 0.51 |  | 190 | 42 | yes |')
  expect(section).toContain('| full | 10,000,000 | 300 | 500 | 190 | 42 | no |')
})
