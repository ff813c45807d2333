import { pausedUntil, type PausingEvent } from './account.ts'

export type HoldFacts = {
  status: 'ACTIVE' | 'SUSPENDED' | 'DISABLED'
  /** A deleted account is disabled too; what it was owed before is still paid. */
  isDeleted: boolean
  /** When the member reported a theft and nobody has lifted the freeze since. */
  frozenAt: Date | null
  lastPause: { kind: PausingEvent; at: Date } | undefined
}

/** Why nothing is paid to a member now, whatever it is for; `until` where the end is known. */
export type PayoutHold =
  | { why: 'MEMBER_SUSPENDED' | 'MEMBER_DISABLED' | 'FROZEN'; until: undefined }
  | { why: 'PAUSED'; event: PausingEvent; until: Date }

/** A hold without a known end is named first: the end of a pause would not end it. */
export function decideHold(facts: HoldFacts, now: Date): PayoutHold | undefined {
  if (!facts.isDeleted && facts.status !== 'ACTIVE') {
    return { why: `MEMBER_${facts.status}`, until: undefined }
  }
  if (facts.frozenAt) return { why: 'FROZEN', until: undefined }
  const until = pausedUntil(facts.lastPause?.at, now)
  return facts.lastPause && until && { why: 'PAUSED', event: facts.lastPause.kind, until }
}
