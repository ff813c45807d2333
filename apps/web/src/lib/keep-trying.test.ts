import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { keepTrying } from './keep-trying.ts'

const LOST = new TypeError('Failed to fetch')
let said: MockInstance<typeof console.error>

beforeEach(() => {
  vi.useFakeTimers()
  said = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  said.mockRestore()
  vi.useRealTimers()
})

function aPart(failures: number) {
  const load = vi.fn<() => Promise<string>>(async () => 'part')
  for (let count = 0; count < failures; count += 1) load.mockRejectedValueOnce(LOST)
  return load
}

test('a part that cannot be loaded is tried again, each time after twice as long', async () => {
  const load = aPart(3)
  const part = keepTrying(load, { page: new EventTarget() })

  await vi.advanceTimersByTimeAsync(1999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(8000)

  await expect(part).resolves.toBe('part')
  expect(said.mock.calls).toEqual([['A part of the app could not be loaded', LOST]])
})

test('and at once when the network is back', async () => {
  const load = aPart(1)
  const page = new EventTarget()
  const part = keepTrying(load, { page })
  await vi.advanceTimersByTimeAsync(0)

  page.dispatchEvent(new Event('online'))

  await expect(part).resolves.toBe('part')
})

test('nobody waits for a part that is no longer wanted', async () => {
  const load = aPart(1)
  const gone = new AbortController()
  const part = keepTrying(load, { page: new EventTarget(), signal: gone.signal })
  const outcome = part.catch((error: unknown) => error)
  gone.abort()

  await vi.advanceTimersByTimeAsync(60_000)

  expect(await outcome).toMatchObject({ name: 'AbortError' })
  expect(load).toHaveBeenCalledTimes(1)
})
