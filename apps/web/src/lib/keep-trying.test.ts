import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { reportReply, useConnectivity } from './connectivity.ts'
import { keepTrying } from './keep-trying.ts'

const LOST = new TypeError('Failed to fetch')
let errorLog: MockInstance<typeof console.error>

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response())
  vi.useFakeTimers()
  errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  errorLog.mockRestore()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function aPart(failures: number) {
  const load = vi.fn<() => Promise<string>>(async () => 'part')
  for (let count = 0; count < failures; count += 1) load.mockRejectedValueOnce(LOST)
  return load
}

test('retries a failed part and doubles the wait each time', async () => {
  const load = aPart(3)
  const part = keepTrying(load)

  await vi.advanceTimersByTimeAsync(1999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(8000)

  await expect(part).resolves.toBe('part')
  expect(errorLog.mock.calls).toEqual([['A part of the app could not be loaded', LOST]])
})

test('loads a part that failed offline as soon as the connection is restored', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(LOST))
  const load = aPart(1)
  const part = keepTrying(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(useConnectivity.getState().isOffline).toBe(true)

  reportReply()

  await expect(part).resolves.toBe('part')
})

test('stops retrying a part that is no longer needed', async () => {
  const load = aPart(1)
  const gone = new AbortController()
  const part = keepTrying(load, { signal: gone.signal })
  const outcome = part.catch((error: unknown) => error)
  gone.abort()

  await vi.advanceTimersByTimeAsync(60_000)

  expect(await outcome).toMatchObject({ name: 'AbortError' })
  expect(load).toHaveBeenCalledTimes(1)
})
