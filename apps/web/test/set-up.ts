import { afterEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import type * as Api from '#/lib/api.ts'
import { answer, forgetGivenReplies } from './replies.ts'

// The server of these tests: replies that a real one gave, or the state that a test asks for.
vi.mock(import('#/lib/api.ts'), async (original) => ({
  ...(await original()),
  // Typed by the contract, which the replies were recorded with.
  call: answer as typeof Api.call,
}))
// Who may see a screen is the subject of other tests.
vi.mock('#/routes/-guards.ts', () => ({ createGuards: () => async () => {} }))

// Against hanging, not for timing: the code of a screen comes late on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
window.scrollTo = () => {}
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T03:05:00Z') })

afterEach(() => {
  cleanup()
  forgetGivenReplies()
  localStorage.clear()
  sessionStorage.clear()
})
