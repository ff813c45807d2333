import { z } from 'zod'
import { id, time } from '#/schema.ts'
import { count, imageUrl, userStatus } from '#/season.schemas.ts'

export const category = z.enum(['earn', 'purchase', 'starlight'])

/**
 * Why a mission cannot be taken up, and, in data.reason of 2304, why it was not completed. Screens
 * say each in their own words.
 */
const unavailableReason = z.enum([
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  'CHECK_IN_CLOSED',
  'DONE_TODAY',
  'DONE',
  'NO_SPINS_LEFT',
  /** The mission has given away everything it had. */
  'BUDGET_SPENT',
  /** Invites and the shop have calls of their own. */
  'NOT_EXECUTABLE',
  'LINK_NOT_OPENED',
  'LINK_OPENED_TOO_RECENTLY',
  'CODE_WRONG',
  'WALLET_MISSING',
  'ONCHAIN_UNPROVEN',
  'ONCHAIN_ADDRESS_USED',
  'CHAIN_UNREACHABLE',
  /** Another device spun, or the odds changed: look at the new commitment first. */
  'COMMITMENT_CHANGED',
])

/** A mission without what its type adds. */
export const mission = z.object({
  missionId: id,
  seasonId: id,
  category,
  title: z.string(),
  description: z.string(),
  imageUrl,
  /** Who offers a partner mission, with a square picture of the app as its mark. */
  partner: z.object({ name: z.string(), markUrl: imageUrl }).nullable(),
  /** A path of the app, or an https address. */
  linkUrl: z.string().nullable(),
  /** Before bonuses; null where it depends. */
  rewardXp: count.nullable(),
  rewardTickets: count.nullable(),
  repeat: z.enum(['DAILY', 'ONCE', 'UNLIMITED']),
  available: z.boolean(),
  unavailableReason: unavailableReason.nullable(),
  nextAvailableAt: time.nullable(),
  /** Done for good, or for today where it can be done daily. */
  completed: z.boolean(),
  alarmEnabled: z.boolean(),
})

/** What every completed mission answers. */
export const effect = z.object({
  historyId: id,
  /** What it changed. */
  xp: count,
  tickets: z.int(),
  me: userStatus,
  /** Whether this was the step over a level or a tier. */
  levelUp: z.boolean(),
  tierUp: z.boolean(),
})

export const bonuses = { baseXp: count, levelBonusXp: count, tierBonusXp: count }
