import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aloud, named } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function aRun() {
  const lines: string[] = []
  const run = aloud(
    (line) => lines.push(line),
    () => Date.now(),
  )
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  return { lines, run, wait }
}

test('a step is named once it takes a second, and its time when it is over', async () => {
  const { lines, run, wait } = aRun()
  const running = run('Adding demo data', () => wait(3200))

  await vi.advanceTimersByTimeAsync(1000)
  expect(lines).toEqual(['Adding demo data …'])
  await vi.advanceTimersByTimeAsync(2200)
  await running

  expect(lines).toEqual(['Adding demo data …', 'Adding demo data: 3.2 s'])
})

test('a step of several minutes says every minute how long it has run', async () => {
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

test('a step whose caller reports its time is only named', async () => {
  const { lines, wait } = aRun()
  const running = named((line) => lines.push(line))('journeys', () => wait(3200))

  await vi.advanceTimersByTimeAsync(3200)
  await running

  expect(lines).toEqual(['journeys …'])
})

test('a quick step says nothing, and a result is handed on', async () => {
  const { lines, run } = aRun()

  await expect(run('Opening the database', async () => 7)).resolves.toBe(7)
  expect(lines).toEqual([])
})

test('a step that fails fails, and nothing is said of it afterwards', async () => {
  const { lines, run } = aRun()

  await expect(run('Migrating', () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  )
  await vi.advanceTimersByTimeAsync(5000)

  expect(lines).toEqual([])
})
