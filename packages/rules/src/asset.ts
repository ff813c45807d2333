/** What the programme counts. Season XP only grows (level, tier, rank); XP is what can be spent. */
export const ASSETS = ['SEASON_XP', 'XP', 'TICKET', 'CREDIT', 'REFERRAL', 'REWARD'] as const
export type Asset = (typeof ASSETS)[number]
