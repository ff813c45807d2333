import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { receiveDeepLink, takeDeepLink } from './deep-link.ts'
import { followDeepLink } from './follow-deep-link.ts'

type Status = 'loading' | 'unauth' | 'auth'

beforeEach(() => {
  vi.useFakeTimers()
  const link = JSON.stringify({ code: 'REWARD', data: {}, timestamp: Date.now() })
  receiveDeepLink({
    location: { href: `https://app.example/?notification=${encodeURIComponent(link)}` },
    history: { state: null, replaceState: () => {} },
  } as unknown as Window)
})
afterEach(() => {
  takeDeepLink()
  vi.useRealTimers()
})

function start(status: Status) {
  const auth = create<{ status: Status }>(() => ({ status }))
  const goTo = vi.fn<(href: string) => void>()
  followDeepLink(auth, goTo)
  return { auth, goTo }
}

test('leads a member to the target 100 ms after the start', () => {
  const { goTo } = start('auth')
  vi.advanceTimersByTime(99)
  expect(goTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(goTo.mock.calls).toEqual([['/wallet']])
})

test('keeps the link until the sign-in state is known', () => {
  const { auth, goTo } = start('loading')
  vi.advanceTimersByTime(5000)
  expect(goTo).not.toHaveBeenCalled()

  auth.setState({ status: 'auth' })
  auth.setState({ status: 'auth' })

  expect(goTo.mock.calls).toEqual([['/wallet']])
})

test('leaves the link to the log-in screen when no member is signed in', () => {
  const { auth, goTo } = start('loading')
  vi.advanceTimersByTime(100)
  auth.setState({ status: 'unauth' })

  // The log-in screen navigates by itself.
  auth.setState({ status: 'auth' })

  expect(goTo).not.toHaveBeenCalled()
  expect(takeDeepLink()).toBe('/wallet')
})
