import { logFault } from './log.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Loads a part of the app until it is there: again after a while that grows, and at once when the
 * network is back. The log hears of it once. Rejects only when nobody wants it any more.
 */
export async function keepTrying<Part>(
  load: () => Promise<Part>,
  { page = window, signal }: { page?: Page; signal?: AbortSignal } = {},
): Promise<Part> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await load()
    } catch (cause) {
      if (waitMs === FIRST_WAIT_MS) logFault('A part of the app could not be loaded', cause)
    }
    await untilWorthATry(page, waitMs)
    signal?.throwIfAborted()
  }
}

function untilWorthATry(page: Page, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      page.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    page.addEventListener('online', done)
  })
}
