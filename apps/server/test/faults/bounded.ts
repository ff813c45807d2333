import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the details that an error should contain, such as the output of processes. */
type Details = () => string

/** Rejects when the work takes longer; the work itself continues and is ignored. */
export async function within<Result>(
  what: string,
  { limitMs, details = () => '' }: { limitMs: number; details?: Details },
  work: Promise<Result>,
): Promise<Result> {
  const waiting = new AbortController()
  // The work may fail later, when nobody waits for it.
  work.catch(() => {})
  const { signal } = waiting
  const limit = sleep(limitMs, undefined, { signal }).then(() => {
    throw new Error(`${what} took longer than ${limitMs / 1000} s:\n${details()}`)
  })
  limit.catch(() => {})
  return Promise.race([work, limit]).finally(() => waiting.abort())
}

/** Polls until the condition is true; a check that never returns counts as a long wait, too. */
export function until(
  what: string,
  { limitMs, everyMs, details }: { limitMs: number; everyMs: number; details?: Details },
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const over = new AbortController()
  const poll = async (): Promise<void> => {
    while (!over.signal.aborted && !(await isTrue())) await sleep(everyMs)
  }
  const limits = { limitMs, ...(details ? { details } : {}) }
  return within(what, limits, poll()).finally(() => over.abort())
}
