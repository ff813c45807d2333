import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import type * as Api from '#/lib/api.ts'
import { loadMoreTexts } from '#/lib/i18n.ts'
import { answer, clearReplies } from './server.ts'
import { cacheComputedStyles } from './style-cache.ts'

// Answers every call from the sample replies or as a test says.
vi.mock('#/lib/api.ts', () => ({
  // The contract types the replies.
  call: answer as typeof Api.call,
}))

cacheComputedStyles()

// Every test starts with the texts of all pages.
await loadMoreTexts()

// The limit ends a hanging test; it is long because screen code loads slowly on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
window.scrollTo = () => {}
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-17T14:12:00Z') })

afterEach(() => {
  cleanup()
  clearReplies()
  localStorage.clear()
})
