import { expect, test } from 'vitest'
import { LATENCY_LIMITS, latencyFailures } from './latency-limits.ts'
import type { Kind } from './load-actions.ts'

const limits = {
  read: { p50: 10, p95: 20, p99: 30 },
  write: { p50: 10, p95: 20, p99: 30 },
  auth: { p50: 10, p95: 20, p99: 30 },
}
const timed = (kind: Kind, ms: number[]) => ({ action: { kind }, ms })
const fast = (kind: Kind) => timed(kind, [5, 10])

test('accepts durations that are at most the limits', () => {
  const atLimits = [...Array.from({ length: 95 }, () => 10), 20, 20, 20, 20, 30]

  const failures = latencyFailures([timed('read', atLimits), fast('write'), fast('auth')], limits)

  expect(failures).toEqual([])
})

test('names the kind and every percentile above its limit', () => {
  const slowTail = [...Array.from({ length: 90 }, () => 5), ...Array.from({ length: 10 }, () => 31)]

  const failures = latencyFailures([fast('read'), timed('write', slowTail), fast('auth')], limits)

  expect(failures).toEqual([
    'write: p95 is 31 ms, at most 20 ms are allowed',
    'write: p99 is 31 ms, at most 30 ms are allowed',
  ])
})

test('judges all actions of a kind together', () => {
  const reads = [timed('read', [5, 5, 5]), timed('read', [40])]

  const failures = latencyFailures([...reads, fast('write'), fast('auth')], limits)

  expect(failures).toEqual([
    'read: p95 is 40 ms, at most 20 ms are allowed',
    'read: p99 is 40 ms, at most 30 ms are allowed',
  ])
})

test('fails a kind that was not measured', () => {
  const failures = latencyFailures([fast('read'), fast('write')], limits)

  expect(failures).toHaveLength(3)
})

test('declares limits that grow with the percentile', () => {
  for (const kinds of Object.values(LATENCY_LIMITS)) {
    for (const { p50, p95, p99 } of Object.values(kinds)) {
      expect([p50, p95, p99]).toEqual([p50, p95, p99].toSorted((a, b) => a - b))
    }
  }
})
