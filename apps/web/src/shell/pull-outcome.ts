/** The longest wait for a network that does not respond. */
export const MAX_REFRESH_MS = 10_000

export type PullOutcome = 'done' | 'failed' | 'slow'

/**
 * Returns how the reads ended, or that they are slow. Slow reads continue, because they may still
 * succeed.
 */
export function pullOutcome(reads: Promise<boolean>): Promise<PullOutcome> {
  const slow = new Promise<PullOutcome>((resolve) => {
    setTimeout(() => resolve('slow'), MAX_REFRESH_MS)
  })
  const settled = reads.then(
    (isAnswered) => (isAnswered ? 'done' : 'failed'),
    () => 'failed' as const,
  )
  return Promise.race([settled, slow])
}
