/** The clocks that are read at the start, and a monotonic one that cannot be set. */
export type Clocks = {
  /** The current time of the machine and of the database: a day passes only if both agree. */
  startTimes: readonly Date[]
  /** The latest time in the journal. */
  lastAt: Date | undefined
  monotonicMs: () => number
}

/**
 * Returns the signer's clock. Limits count the last 24 hours, so setting a clock forward would open
 * another day of them. The clock starts at the slowest source, never before the last journal entry,
 * and advances with a monotonic clock that cannot be set.
 */
export function monotonicTime({ startTimes, lastAt, monotonicMs }: Clocks): () => Date {
  const slowest = Math.min(...startTimes.map((at) => at.getTime()))
  const startMs = Math.max(slowest, lastAt?.getTime() ?? -Infinity)
  const monotonicStartMs = monotonicMs()
  return () => new Date(startMs + Math.floor(monotonicMs() - monotonicStartMs))
}
