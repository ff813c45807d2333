import { expect, test } from 'vitest'
import { logSection } from './log-section.ts'

const ranOn = { day: '2026-11-18', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 0.1 }

test('states that no measurement of the points log has been recorded', () => {
  expect(logSection(undefined)).toContain('It has not been recorded.')
})

test('shows rate, proof and memory of each task, and the ratio of the missions', () => {
  const rates = (perSecond: number) => ({ name: '', perSecond, rounds: [] })
  const section = logSection({
    ranOn,
    results: [
      { name: 'appending', leaves: 1_000_000, seconds: 50, growthMb: 30.4, ok: true },
      {
        name: 'the proofs of a page',
        leaves: 200,
        seconds: 0.1004,
        growthMb: 8,
        proofHashes: 20,
        replyBytes: 190_400,
        ok: false,
      },
      {
        name: 'a mission',
        target: 0.9,
        aim: undefined,
        ratio: 0.956,
        ok: true,
        ours: rates(956.2),
        theirs: rates(1000),
        walBytes: { ours: 3000.4, theirs: 3001 },
      },
    ],
  })

  expect(section).toContain('| appending | 1,000,000 | 50.0 | 20,000 |  |  | 30 | yes |')
  expect(section).toContain('| 20 hashes, 640 bytes | 190 kB | 8 | no |')
  expect(section).toContain('956/s with the log and 1000/s without, ratio 0.96 (at least 0.9).')
  expect(section).toContain('3000 bytes of the write-ahead log with the points log and 3001')
})
