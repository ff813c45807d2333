import { z } from 'zod'
import { id, time } from '#/schema.ts'
import { count, imageUrl, userStatus } from '#/season.schemas.ts'

export const category = z.enum(['earn', 'purchase', 'starlight'])

/**
 * Explains why a mission is not available and, in data.reason of 2304, why it was not completed.
 * Each screen has its own texts for these.
 */
const unavailableReason = z.enum([
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  /** Operators have paused earning in the whole season. */
  'SEASON_PAUSED',
  /** Operators have switched the mission off. */
  'MISSION_OFF',
  'CHECK_IN_CLOSED',
  'DONE_TODAY',
  'DONE',
  'NO_SPINS_LEFT',
  /** The mission's budget is used up. */
  'BUDGET_SPENT',
  /** Invites and the shop have their own calls. */
  'NOT_EXECUTABLE',
  'LINK_NOT_OPENED',
  'LINK_OPENED_TOO_RECENTLY',
  'CODE_WRONG',
  'WALLET_MISSING',
  'ONCHAIN_UNPROVEN',
  'ONCHAIN_ADDRESS_USED',
  'CHAIN_UNREACHABLE',
  /** Another device spun, or the odds changed: the member has to fetch the new commitment first. */
  'COMMITMENT_CHANGED',
])

/** These fields are common to all missions; each type adds its own. */
export const mission = z.object({
  missionId: id,
  seasonId: id,
  category,
  title: z.string(),
  description: z.string(),
  imageUrl,
  /** The app that offers a partner mission; its mark is a square image. */
  partner: z.object({ name: z.string(), markUrl: imageUrl }).nullable(),
  /** A path of the app or an https URL. */
  linkUrl: z.string().nullable(),
  /** The reward before bonuses; null if it is variable. */
  rewardXp: count.nullable(),
  rewardTickets: count.nullable(),
  repeat: z.enum(['DAILY', 'ONCE', 'UNLIMITED']),
  available: z.boolean(),
  unavailableReason: unavailableReason.nullable(),
  nextAvailableAt: time.nullable(),
  /** A daily mission is completed for the programme day, any other permanently. */
  completed: z.boolean(),
  alarmEnabled: z.boolean(),
})

/** Every completed mission returns these fields. */
export const effect = z.object({
  historyId: id,
  /** The change in balance. */
  xp: count,
  tickets: z.int(),
  me: userStatus,
  /** True if the mission raised the member's level or tier. */
  levelUp: z.boolean(),
  tierUp: z.boolean(),
})

export const bonuses = { baseXp: count, levelBonusXp: count, tierBonusXp: count }
