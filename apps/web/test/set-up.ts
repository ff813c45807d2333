import { afterEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import type * as Api from '#/lib/api.ts'
import { answer, clearMockReplies } from './replies.ts'

// Answers every call with recorded replies of a real server or with the state that a test sets.
vi.mock(import('#/lib/api.ts'), async (original) => ({
  ...(await original()),
  // The contract types the replies, which were recorded with it.
  call: answer as typeof Api.call,
}))
// Other tests cover the guards.
vi.mock('#/routes/-guards.ts', () => ({ createGuards: () => async () => {} }))

// The limit ends a hanging test; it is long because screen code loads slowly on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
window.scrollTo = () => {}
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T03:05:00Z') })

afterEach(() => {
  cleanup()
  clearMockReplies()
  localStorage.clear()
  sessionStorage.clear()
})
