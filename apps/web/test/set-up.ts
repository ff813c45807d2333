import { afterEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import type * as Api from '#/lib/api.ts'
import { answer, clearGivenReplies } from './replies.ts'

// Recorded replies of a real server, or the state that a test sets, answer every call.
vi.mock(import('#/lib/api.ts'), async (original) => ({
  ...(await original()),
  // The contract types the replies, which were recorded with it.
  call: answer as typeof Api.call,
}))
// Other tests cover the guards.
vi.mock('#/routes/-guards.ts', () => ({ createGuards: () => async () => {} }))

// The limit ends a test that hangs. On a busy machine the code of a screen loads slowly.
configure({ asyncUtilTimeout: 30_000 })
window.scrollTo = () => {}
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T03:05:00Z') })

afterEach(() => {
  cleanup()
  clearGivenReplies()
  localStorage.clear()
  sessionStorage.clear()
})
