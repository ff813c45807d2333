import { expect, test } from 'vitest'
import { processorBlockingMs } from './blocking-time.ts'

const task = (ts: number, tdur: number, tid = 1) => ({
  name: 'RunTask',
  ph: 'X',
  pid: 7,
  tid,
  ts,
  tdur,
})
const PAINT = { name: 'firstContentfulPaint', ph: 'R', pid: 7, tid: 1, ts: 100_000 }

test('adds up what each task after the first paint takes beyond 50 ms of a slow phone', () => {
  const events = [
    task(50_000, 90_000),
    PAINT,
    task(120_000, 20_000),
    task(150_000, 12_000),
    task(200_000, 15_000),
    task(200_000, 80_000, 2),
    { ...task(300_000, 80_000), name: 'FunctionCall' },
  ]

  // 4 × 20 - 50 and 4 × 15 - 50; 12 ms stay below 50 ms.
  expect(processorBlockingMs(events)).toBe(40)
})

test('fails instead of reporting no blocking time for a trace without tasks', () => {
  expect(() => processorBlockingMs([PAINT])).toThrow('no task')
  expect(() => processorBlockingMs([task(1, 1)])).toThrow('no first contentful paint')
})
