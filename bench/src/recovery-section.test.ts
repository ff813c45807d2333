import { expect, test } from 'vitest'
import { recoverySection } from './recovery-section.ts'

const ranOn = { day: '2026-11-19', machine: 'linux x64, 2 cores', node: 'v24', loadBefore: 1 }

test('shows the slowest first reply of a failover and what its control runs lost', () => {
  const tally = {
    failovers: 10,
    acknowledged: 400,
    lost: 0,
    slowestFirstReplyMs: 23_607,
    controlBursts: 3,
    controlLost: 1323,
  }
  const text = recoverySection({ ranOn, seed: 7, tally }, undefined)

  expect(text).toContain('| a standby confirms commits | 10 | 400 | 0 | 23.6 |')
  expect(text).toContain('| control | 3 |  | 1323 |  |')
  expect(text).toContain('--scenario restore --record` (5 min)')
  expect(text).toContain('It has not been recorded.')
})

test('shows each failover with the seed that repeats it', () => {
  const bursts = [
    { run: 'synchronous', burst: 1, acknowledged: 41, lost: 0, faults: 230, firstReplyMs: 23_607 },
    { run: 'control', burst: 2, acknowledged: 400, lost: 380, faults: 200, firstReplyMs: 22_100 },
  ]
  const text = recoverySection({ ranOn, seed: 7, tally: { failovers: 1 }, bursts }, undefined)

  expect(text).toContain('Each failover with seed 7')
  expect(text).toContain('| synchronous | 1 | 41 | 0 | 230 | 23.6 |')
  expect(text).toContain('| control | 2 | 400 | 380 | 200 | 22.1 |')
})

test('shows the tally of a restore and the time of each step', () => {
  const tally = { beforePoint: 1044, afterPoint: 197, entriesReported: 72, copyPointMs: 10_212 }
  const text = recoverySection(undefined, { ranOn, seed: 7, tally })

  expect(text).toContain('| a point in time | 1044 | 0 | 197 | 0 |')
  expect(text).toContain('lacks 72 published entries')
  expect(text).toContain('| copying the files | 10.2 | 0.0 |')
})
