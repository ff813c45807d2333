/** Lists the assets of the programme. Season XP only grows (level, tier, rank); XP can be spent. */
export const ASSETS = ['SEASON_XP', 'XP', 'TICKET', 'CREDIT', 'REFERRAL', 'REWARD'] as const
export type Asset = (typeof ASSETS)[number]
