import { HOUR_MS, MINUTE_MS } from './duration.ts'

/** An operator holds a refund for this long without extending the claim. */
export const CLAIM_MS = 30 * MINUTE_MS

export type Claim = { claimedBy: number | null; claimedUntil: Date | null }

/** Returns the operator who holds the refund now. A claim that has ended holds nothing. */
export function holderOf({ claimedBy, claimedUntil }: Claim, now: Date): number | null {
  return claimedUntil !== null && now < claimedUntil ? claimedBy : null
}

/** Returns whether somebody else holds the refund, so that two people never work on the same one. */
export function isHeldByOther(claim: Claim, operatorId: number, now: Date): boolean {
  const holder = holderOf(claim, now)
  return holder !== null && holder !== operatorId
}

export type RefundAge = 'fresh' | 'late' | 'overdue'

const LATE_MS = 24 * HOUR_MS
const OVERDUE_MS = 48 * HOUR_MS

/** Returns how urgent a request is that has waited for so long. */
export function refundAge(waitedMs: number): RefundAge {
  if (waitedMs >= OVERDUE_MS) return 'overdue'
  return waitedMs >= LATE_MS ? 'late' : 'fresh'
}
