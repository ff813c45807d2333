import { DAY_MS, MINUTE_MS } from './duration.ts'

export const ACCESS_TTL_MS = 15 * MINUTE_MS
export const REISSUE_GRACE_MS = 10_000

/** Returns how long a session may be inactive before it requires the password again. */
export function sessionTtlMs(keepLoggedIn: boolean): number {
  return keepLoggedIn ? 14 * DAY_MS : DAY_MS
}

export type SessionState = {
  generation: number
  /** The newest tokens have been used, so the client has received them. */
  received: boolean
  rotatedAt: Date
  expiresAt: Date
  ended: boolean
}

export type ReissueDecision = 'rotate' | 'repeat' | 'expired' | 'ended' | 'reused'

/**
 * A response may get lost and tabs may refresh concurrently, so the token before the newest is
 * accepted again: for a short grace period, or until the newest has been used. After that only an
 * attacker would still use it, so the session ends.
 */
export function decideReissue(state: SessionState, presented: number, now: Date): ReissueDecision {
  if (state.ended || presented > state.generation) return 'ended'
  if (now >= state.expiresAt) return 'expired'
  if (presented === state.generation) return 'rotate'
  const inGrace = now.getTime() - state.rotatedAt.getTime() <= REISSUE_GRACE_MS
  if (presented === state.generation - 1 && (inGrace || !state.received)) return 'repeat'
  return 'reused'
}
