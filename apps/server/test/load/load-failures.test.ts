import { expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { Kind } from './load-actions.ts'
import { failuresOf } from './load-failures.ts'
import { growthBetween, sampleOf } from './memory.ts'

type Run = Parameters<typeof failuresOf>[0]

const MB = 1024 * 1024
const warm = { atMs: 0, heapBytes: 40 * MB, residentBytes: 200 * MB }

/** Returns a sample taken thirty seconds later. */
const later = (more: { heapMb?: number; residentMb?: number } = {}) => ({
  atMs: 30_000,
  heapBytes: warm.heapBytes + (more.heapMb ?? 0.3) * MB,
  residentBytes: warm.residentBytes + (more.residentMb ?? 10) * MB,
})

function did(kind: Kind, count: number, code: number = Code.SUCCESS): Run['done'][number] {
  return { action: { kind }, codes: new Map([[code, count]]), ms: Array<number>(count).fill(5) }
}

function aRun(changes: Partial<Run> = {}): Run {
  return {
    done: [did('read', 2100), did('write', 740), did('auth', 160)],
    memory: { 'server 1': growthBetween(warm, later()) },
    checked: { kept: 500, sentAgain: 500, problems: [] },
    replies: { received: 2840, counted: 2840 },
    problems: [],
    ...changes,
  }
}

const grown = (more: Parameters<typeof later>[0]) =>
  failuresOf(aRun({ memory: { worker: growthBetween(warm, later(more)) } }))

test('accepts a run with the intended load, flat memory and no losses', () => {
  expect(failuresOf(aRun())).toEqual([])
})

test('reports problems found during the run and afterwards', () => {
  const checked = { kept: 1, sentAgain: 1, problems: ['LOST: a'] }

  expect(failuresOf(aRun({ problems: ['answered 500'], checked }))).toEqual([
    'answered 500',
    'LOST: a',
  ])
})

test('rejects growing memory, both of the heap and of the process', () => {
  expect(grown({ heapMb: 2.4, residentMb: 16 })).toEqual([])
  expect(grown({ heapMb: 2.6 })).toEqual([
    'worker: heap 40.0 MB when warm, 42.6 MB at the end, allowed growth 2.5 MB',
  ])
  expect(grown({ residentMb: 17 })).toEqual([
    'worker: resident 200.0 MB when warm, 217.0 MB at the end, allowed growth 16.5 MB',
  ])
})

test('rejects a run when a process does not report its metrics', () => {
  const silent = sampleOf('solstice_database_up 1\n', 30_000)
  const half = sampleOf('nodejs_heap_size_used_bytes 41943040\n', 30_000)
  const complete = sampleOf(
    'nodejs_heap_size_used_bytes 41943040\nprocess_resident_memory_bytes 209715200\n',
    30_000,
  )
  const failures = (at: typeof warm) =>
    failuresOf(aRun({ memory: { worker: growthBetween(warm, at) } }))

  expect(failures(complete)).toEqual([])
  expect(failures(silent)).toHaveLength(2)
  expect(failures(half)).toEqual([expect.stringContaining('resident 200.0 MB when warm, NaN MB')])
  // With a single sample nothing was compared.
  expect(failures(warm)).toHaveLength(2)
  expect(failuresOf(aRun({ memory: {} }))).toEqual(['no process reported its memory'])
})

test('rejects a run in which rate limits rejected too many requests', () => {
  const { TOO_MANY_REQUESTS } = Code
  const some = [did('read', 2000), did('read', 100, TOO_MANY_REQUESTS)]
  const others = [did('write', 740), did('auth', 160)]
  const many = [did('read', 1800), did('read', 300, TOO_MANY_REQUESTS)]

  expect(failuresOf(aRun({ done: [...some, ...others] }))).toEqual([])
  expect(failuresOf(aRun({ done: [...many, ...others] }))).toEqual([
    'read: 300 of 2100 requests were refused by a limit',
  ])
})

test('rejects a run without writes or with another mix than intended', () => {
  const checked = { kept: 0, sentAgain: 0, problems: [] }
  const reads = [did('read', 2840), did('auth', 160)]
  const mixed = [did('read', 1900), did('write', 940), did('auth', 160)]

  expect(failuresOf(aRun({ done: reads, checked }))).toEqual([
    'read: 94.7 % of the requests instead of 70 %',
    'write: 0.0 % of the requests instead of 25 %',
    'write: none of 0 requests was accepted',
    'no write with a key was acknowledged',
  ])
  expect(failuresOf(aRun({ done: mixed }))).toEqual([
    'read: 63.3 % of the requests instead of 70 %',
    'write: 31.3 % of the requests instead of 25 %',
  ])
})

test('rejects a run in which nothing happened', () => {
  const nothing = { done: [], replies: { received: 0, counted: 0 } }

  expect(failuresOf(aRun(nothing)).length).toBeGreaterThan(0)
})

test('rejects a run in which servers and members counted different numbers of responses', () => {
  expect(failuresOf(aRun({ replies: { received: 2840, counted: 2839 } }))).toEqual([
    'members received 2840 replies, the servers counted 2839',
  ])
})
