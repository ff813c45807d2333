import { onReconnect, reportNetworkError } from './connectivity.ts'
import { logFault } from '@solstice/ui/log.ts'

const FIRST_WAIT_MS = 2000
const MAX_WAIT_MS = 60_000

/**
 * Loads a part of the app, retrying with growing waits and immediately when the connection is
 * restored. Logs only the first failure. Rejects only when `signal` is aborted.
 */
export async function keepTrying<Part>(
  load: () => Promise<Part>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Part> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await load()
    } catch (cause) {
      void reportNetworkError()
      if (waitMs === FIRST_WAIT_MS) logFault('A part of the app could not be loaded', cause)
    }
    await untilNextAttempt(waitMs)
    signal?.throwIfAborted()
  }
}

function untilNextAttempt(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    const stop = onReconnect(done)
  })
}
