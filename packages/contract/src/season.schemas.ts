import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { id, time } from './schema.ts'

/** A token amount formatted for display: '12.5', never with an exponent. */
export const tokenAmount = z.string().regex(/^\d+(\.\d+)?$/)

export const count = z.int().min(0)

/** The URL of a hosted image: a path on the web origin, such as /art/season-midsummer.svg. */
export const imageUrl = z.string().nullable()

const seasonStatus = z.enum(['UPCOMING', 'ONGOING', 'ENDED'])

const statuses = z
  .union([seasonStatus, z.array(seasonStatus)])
  .transform((value) => [value].flat())
  .optional()

export const seasonParams = z.strictObject({ seasonId: pathId })

const seasonSummary = z.object({
  seasonId: id,
  title: z.string(),
  description: z.string(),
  imageUrl,
  status: seasonStatus,
  startAt: time,
  endAt: time,
})

const seasonCard = seasonSummary.extend({
  /** The member's season XP. */
  pointsEarned: count,
  /** The elapsed share of the season in percent. */
  progress: z.number().min(0).max(100),
  cardStatus: z.enum(['IN_PROGRESS', 'COMPLETED', 'EXPIRED']),
  /** True if the season is settled and the member took part. */
  hasRecap: z.boolean(),
})

/** Selects one of the five emblems; the names belong to the season. */
export const emblem = z.enum(['bronze', 'silver', 'gold', 'platinum', 'diamond'])

const tier = z.object({
  tierId: id,
  name: z.string(),
  emblem,
  minXp: count,
  bonusPercent: count,
  ticketsPerDay: count,
})

/** The inputs of the estimated reward and the time they were read. */
const estimate = z.object({
  roundId: id,
  pool: tokenAmount,
  myXp: count,
  allXp: count,
  /** Days with a check-in, and an excused one. */
  checkInDays: count,
  checkInDaysNeeded: count,
  hasWallet: z.boolean(),
  asOf: time,
})

export const userStatus = z.object({
  level: id,
  seasonXp: count,
  /** The spendable XP; season XP cannot be spent. */
  xpBalance: count,
  /** 0 at the highest level. */
  xpToNextLevel: count,
  levelMinXp: count,
  nextLevelMinXp: count.nullable(),
  tickets: count,
  ticketRatePerDay: count,
  /** Null until the first XP of the season. */
  rank: id.nullable(),
  tier: z.string(),
  tierId: id,
  tierEmblem: emblem,
  nextTier: z.object({ tierId: id, name: z.string(), minXp: count }).nullable(),
  levelBonusPercent: count,
  tierBonusPercent: count,
  /** The reward of the current round if nothing changed until its end. */
  estimatedReward: tokenAmount,
  /** Paid to the wallet from all finished rounds. */
  receivedReward: tokenAmount,
  /** Rewards whose payout is in progress. */
  pendingReward: tokenAmount,
  /** Rewards that wait for the member to register a wallet. */
  waitingReward: tokenAmount,
  rewardSymbol: z.string(),
  estimate: estimate.nullable(),
})

const round = z.object({
  roundId: id,
  number: id,
  startAt: time,
  endAt: time,
  status: seasonStatus,
  pool: tokenAmount,
  symbol: z.string(),
  myXp: count,
  /** Days with a check-in; an excused day counts beside them. */
  myCheckInDays: count,
  /** The missed day of the round that counts, because members could not check in. */
  myExcusedDay: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .nullable(),
  /** Null until the round is settled. */
  myReward: tokenAmount.nullable(),
  /**
   * WAITING needs a registered wallet first; PENDING is being paid; EXPIRED waited too long. OWED
   * enters the next root; CLAIMABLE can be claimed (`distribution.claim`).
   */
  myRewardState: z.enum(['WAITING', 'PENDING', 'OWED', 'CLAIMABLE', 'PAID', 'EXPIRED']).nullable(),
  /** True while it is the only reward of any season paid to the member's wallet. */
  isMyFirstReward: z.boolean(),
})

const seasonsQuery = z.strictObject({ ...pageQuery, status: statuses })

export const seasonSchemas = {
  'season.listPublic': { query: seasonsQuery, data: pageOf(seasonSummary) },
  'season.list': { query: seasonsQuery, data: pageOf(seasonCard) },
  'season.show': {
    params: seasonParams,
    data: seasonSummary.extend({
      me: userStatus,
      currentRoundId: id.nullable(),
      /** Only in the reply of a season in which operators have paused earning. */
      paused: z.literal(true).optional(),
    }),
  },
  'season.tiers': {
    params: seasonParams,
    data: z.object({ list: z.array(tier.extend({ mine: z.boolean() })) }),
  },
  'season.rounds': { params: seasonParams, data: z.object({ list: z.array(round) }) },
  'season.levels': {
    params: seasonParams,
    data: z.object({
      list: z.array(z.object({ level: id, minXp: count, bonusPercent: count })),
    }),
  },
  'season.banners': {
    params: seasonParams,
    data: z.object({
      list: z.array(
        z.object({
          bannerId: id,
          imageUrl: z.string(),
          /** A path of the app or an https URL. */
          linkUrl: z.string().nullable(),
          title: z.string(),
        }),
      ),
    }),
  },
} as const
