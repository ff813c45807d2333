import type { QueryClient } from '@tanstack/react-query'

const QUIET_FRAMES = 3
/** A preview that never comes to rest is reported as drawn after this time. */
const MAX_WAIT_MS = 5000

/**
 * Resolves when no screen has waited for data for some frames. Browsers draw no frames of a phone
 * that is scrolled out of sight, so nobody is said to have seen it.
 */
export async function untilDrawn(queries: QueryClient): Promise<void> {
  const startedAtMs = performance.now()
  for (let quiet = 0; quiet < QUIET_FRAMES && performance.now() - startedAtMs < MAX_WAIT_MS;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    quiet = queries.isFetching() > 0 ? 0 : quiet + 1
  }
}
