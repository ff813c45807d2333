import { type Page, type Request, expect } from '@playwright/test'
import { settle } from './shell-page.ts'

/**
 * Returns a function that waits until no request of the page is pending and its work causes no
 * further one. The load state `networkidle` is no replacement: it is reported once for a document,
 * and never again if a frame loads after it.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let sent = 0
  page.on('request', (request) => {
    pending.add(request)
    sent += 1
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    for (let before = -1; before !== sent;) {
      await expect.poll(() => pending.size).toBe(0)
      before = sent
      await settle(page)
    }
  }
}
