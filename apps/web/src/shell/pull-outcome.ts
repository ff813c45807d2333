/** A network that does not answer keeps nobody waiting for longer. */
export const LONGEST_MS = 10_000

export type PullOutcome = 'done' | 'failed' | 'slow'

/** Reports how the reads ended, or that they are slow. Slow reads go on, because they may still succeed. */
export function pullOutcome(reads: Promise<boolean>): Promise<PullOutcome> {
  const slow = new Promise<PullOutcome>((resolve) => {
    setTimeout(() => resolve('slow'), LONGEST_MS)
  })
  const settled = reads.then(
    (isAnswered) => (isAnswered ? 'done' : 'failed'),
    () => 'failed' as const,
  )
  return Promise.race([settled, slow])
}
