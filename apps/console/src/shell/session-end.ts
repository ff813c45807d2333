/** The idle time of the server, for sessions whose end it reports. */
const IDLE_MS = 15 * 60_000

type Ends = { idleUntil: string | null; endsAt: string | null }

export type SessionEnd = {
  leftMs: number
  /** The longest duration of a session ends: activity does not extend it. */
  isFinal: boolean
}

/**
 * Returns the time until the session ends: without activity, or after its longest duration. Every
 * reply since `idleUntil` was read has restarted the idle time.
 */
export function sessionEnd(ends: Ends, lastReplyAgeMs: number, nowMs: number): SessionEnd {
  if (ends.idleUntil === null || ends.endsAt === null) return { leftMs: Infinity, isFinal: false }
  const idleMs = Math.max(Date.parse(ends.idleUntil) - nowMs, IDLE_MS - lastReplyAgeMs)
  const finalMs = Date.parse(ends.endsAt) - nowMs
  return { leftMs: Math.min(idleMs, finalMs), isFinal: finalMs <= idleMs }
}
