import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timedProgress, namedProgress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function aRun() {
  const lines: string[] = []
  const run = timedProgress(
    (line) => lines.push(line),
    () => Date.now(),
  )
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  return { lines, run, wait }
}

test('prints a step once it takes a second, and its duration when it ends', async () => {
  const { lines, run, wait } = aRun()
  const running = run('Adding demo data', () => wait(3200))

  await vi.advanceTimersByTimeAsync(1000)
  expect(lines).toEqual(['Adding demo data …'])
  await vi.advanceTimersByTimeAsync(2200)
  await running

  expect(lines).toEqual(['Adding demo data …', 'Adding demo data: 3.2 s'])
})

test('prints the elapsed time of a long step every minute', async () => {
  const { lines, run, wait } = aRun()
  const running = run('Verifying the ledger', () => wait(130_000))

  await vi.advanceTimersByTimeAsync(130_000)
  await running

  expect(lines).toEqual([
    'Verifying the ledger …',
    'Verifying the ledger … 60 s',
    'Verifying the ledger … 120 s',
    'Verifying the ledger: 130.0 s',
  ])
})

test('prints only the name of a step whose caller reports the duration', async () => {
  const { lines, wait } = aRun()
  const running = namedProgress((line) => lines.push(line))('journeys', () => wait(3200))

  await vi.advanceTimersByTimeAsync(3200)
  await running

  expect(lines).toEqual(['journeys …'])
})

test('prints nothing for a quick step, and returns its result', async () => {
  const { lines, run } = aRun()

  await expect(run('Opening the database', async () => 7)).resolves.toBe(7)
  expect(lines).toEqual([])
})

test('rejects when a step fails, and prints nothing afterwards', async () => {
  const { lines, run } = aRun()

  await expect(run('Migrating', () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  )
  await vi.advanceTimersByTimeAsync(5000)

  expect(lines).toEqual([])
})
