/** The sources of XP that statistics and simulations tell apart. */
export const XP_SOURCES = ['checkIn', 'spin', 'mission', 'product', 'invite', 'other'] as const
export type XpSource = (typeof XP_SOURCES)[number]

/** The kinds of ledger postings that give XP. Everything else, such as adjustments, is `other`. */
const SOURCES: Readonly<Record<string, XpSource>> = {
  CHECK_IN: 'checkIn',
  SPIN: 'spin',
  MISSION: 'mission',
  PRODUCT: 'product',
  PURCHASE: 'product',
  INVITE: 'invite',
}

export function xpSourceOf(kind: string): XpSource {
  return SOURCES[kind] ?? 'other'
}

/** Returns whether a posting takes back what an earlier one gave, and returns what it cost. */
export function isReturn(kind: string): boolean {
  return kind === 'REFUND' || kind === 'REVERSAL'
}
