import { pausedUntil, type PausingEvent } from './account.ts'

export type HoldFacts = {
  status: 'ACTIVE' | 'SUSPENDED' | 'DISABLED'
  /** A deleted account is also disabled, but earlier amounts owed to it are still paid. */
  isDeleted: boolean
  /** The time when the member reported a theft; null after the freeze is lifted. */
  frozenAt: Date | null
  lastPause: { kind: PausingEvent; at: Date } | undefined
  /** The fair-play hold that has not ended, if there is one. */
  fairPlay: { holdId: number; until: Date } | undefined
}

/**
 * The reason why nothing is paid to a member now, for any purpose; `until` is set if the end is
 * known.
 */
export type PayoutHold =
  | { why: 'MEMBER_SUSPENDED' | 'MEMBER_DISABLED' | 'FROZEN'; until: undefined }
  | { why: 'FAIR_PLAY'; holdId: number; until: Date }
  | { why: 'PAUSED'; event: PausingEvent; until: Date }

/**
 * Returns a hold without a known end first, because the end of a pause would not end it. A fair-play
 * hold ends by itself at its time, whether or not anything has recorded the end.
 */
export function decideHold(facts: HoldFacts, now: Date): PayoutHold | undefined {
  if (!facts.isDeleted && facts.status !== 'ACTIVE') {
    return { why: `MEMBER_${facts.status}`, until: undefined }
  }
  if (facts.frozenAt) return { why: 'FROZEN', until: undefined }
  const { fairPlay } = facts
  if (fairPlay && now < fairPlay.until) return { why: 'FAIR_PLAY', ...fairPlay }
  const until = pausedUntil(facts.lastPause?.at, now)
  return facts.lastPause && until && { why: 'PAUSED', event: facts.lastPause.kind, until }
}
