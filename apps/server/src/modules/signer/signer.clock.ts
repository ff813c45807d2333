/** The clocks of a start, and one that counts milliseconds and cannot be set. */
export type Clocks = {
  /** What the machine and the database call now: a day passes only if both say so. */
  startTimes: readonly Date[]
  /** The latest time in the journal. */
  lastAt: Date | undefined
  steadyMs: () => number
}

/**
 * The signer's time. Limits count the last 24 hours, so whoever sets a clock forward would have
 * another day of them. It begins where the slowest clock is, never before what the journal says,
 * and goes on by a clock that nobody can set.
 */
export function steadyTime({ startTimes, lastAt, steadyMs }: Clocks): () => Date {
  const slowest = Math.min(...startTimes.map((at) => at.getTime()))
  const beganMs = Math.max(slowest, lastAt?.getTime() ?? -Infinity)
  const steadyBeganMs = steadyMs()
  return () => new Date(beganMs + Math.floor(steadyMs() - steadyBeganMs))
}
