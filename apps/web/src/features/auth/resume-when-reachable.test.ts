import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { create } from 'zustand'
import { useConnectivity } from '#/lib/connectivity.ts'
import type { SessionCheck } from './create-auth-store.ts'
import { resumeWhenReachable } from './resume-when-reachable.ts'

type State = {
  status: 'loading' | 'unauth' | 'auth'
  check: SessionCheck | undefined
  start: () => Promise<boolean>
}

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map([['keepLoggedIn', 'true']])
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => kept.get(key) ?? null } })
})
afterEach(() => {
  useConnectivity.setState({ isOffline: false })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Creates a signed-out member and a server that responds from the given attempt on. */
function aMemberAtTheLogin(answersFrom: number) {
  const start: Mock<State['start']> = vi.fn(async (): Promise<boolean> => {
    auth.setState({ check: 'overdue' })
    await Promise.resolve()
    const hasAnswer = start.mock.calls.length >= answersFrom
    auth.setState(hasAnswer ? { status: 'auth', check: undefined } : { check: 'failed' })
    return hasAnswer
  })
  const auth = create<State>(() => ({
    status: 'unauth',
    check: 'failed',
    start,
  }))
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const onResumed = vi.fn<() => void>()
  resumeWhenReachable(document as unknown as Document, auth, onResumed)
  return { auth, start, onResumed, document }
}

test('retries after 2, 4, 8 … s while the server does not respond, and then signs the member in', async () => {
  const { start, onResumed } = aMemberAtTheLogin(3)

  await vi.advanceTimersByTimeAsync(1999)
  expect(start).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(start).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3999)
  expect(start).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(start).toHaveBeenCalledTimes(2)
  expect(onResumed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(8000)

  expect(onResumed).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(start).toHaveBeenCalledTimes(3)
})

test('waits no longer than a minute before the next attempt', async () => {
  const { start } = aMemberAtTheLogin(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000 + 16_000 + 32_000)
  expect(start).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(start).toHaveBeenCalledTimes(8)
})

test.each(['connection', 'member'])('retries immediately when the %s is back', async (which) => {
  const { onResumed, document } = aMemberAtTheLogin(1)
  if (which === 'connection') useConnectivity.setState({ isOffline: true })

  if (which === 'connection') useConnectivity.setState({ isOffline: false })
  else document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)

  expect(onResumed).toHaveBeenCalledTimes(1)
})

test('sends nothing while offline, and retries when the connection is back', async () => {
  useConnectivity.setState({ isOffline: true })
  const { start } = aMemberAtTheLogin(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(start).not.toHaveBeenCalled()

  useConnectivity.setState({ isOffline: false })

  expect(start).toHaveBeenCalledTimes(1)
})

test('stops when a member has logged in meanwhile', async () => {
  const { auth, start, onResumed } = aMemberAtTheLogin(1)
  auth.setState({ status: 'auth', check: undefined })

  await vi.advanceTimersByTimeAsync(600_000)

  expect(start).not.toHaveBeenCalled()
  expect(onResumed).not.toHaveBeenCalled()
})
