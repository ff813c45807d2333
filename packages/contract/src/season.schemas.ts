import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { id, time } from './schema.ts'

/** A token amount as people read it: '12.5', never an exponent. */
export const tokenAmount = z.string().regex(/^\d+(\.\d+)?$/)

export const count = z.int().min(0)

/** A picture of ours: a path below the web's own address, such as /art/season-midsummer.svg. */
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
  /** Season XP of the member. */
  pointsEarned: count,
  /** How much of the season’s time has passed, in percent. */
  progress: z.number().min(0).max(100),
  cardStatus: z.enum(['IN_PROGRESS', 'COMPLETED', 'EXPIRED']),
})

/** Which of the five emblems is drawn; names are the season’s own. */
const emblem = z.enum(['bronze', 'silver', 'gold', 'platinum', 'diamond'])

const tier = z.object({
  tierId: id,
  name: z.string(),
  emblem,
  minXp: count,
  bonusPercent: count,
  ticketsPerDay: count,
})

/** Why the estimated reward is what it is, and when it was so. */
const estimate = z.object({
  roundId: id,
  pool: tokenAmount,
  myXp: count,
  allXp: count,
  checkInDays: count,
  checkInDaysNeeded: count,
  hasWallet: z.boolean(),
  asOf: time,
})

export const userStatus = z.object({
  level: id,
  seasonXp: count,
  /** What can be spent; season XP is not spent. */
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
  /** Of the round that runs, if everything stayed as it is. */
  estimatedReward: tokenAmount,
  /** What arrived in the wallet from all rounds that are over. */
  receivedReward: tokenAmount,
  /** On its way to the wallet. */
  pendingReward: tokenAmount,
  /** Has no wallet to go to yet. */
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
  myCheckInDays: count,
  /** Null until the round is settled. */
  myReward: tokenAmount.nullable(),
  /** WAITING has no wallet to go to yet; PENDING is on its way; EXPIRED waited too long. */
  myRewardState: z.enum(['WAITING', 'PENDING', 'PAID', 'EXPIRED']).nullable(),
  /** True while it is the only reward of all seasons that arrived in the member's wallet. */
  isMyFirstReward: z.boolean(),
})

const seasonsQuery = z.strictObject({ ...pageQuery, status: statuses })

export const seasonSchemas = {
  'season.listPublic': { query: seasonsQuery, data: pageOf(seasonSummary) },
  'season.list': { query: seasonsQuery, data: pageOf(seasonCard) },
  'season.show': {
    params: seasonParams,
    data: seasonSummary.extend({ me: userStatus, currentRoundId: id.nullable() }),
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
          /** A path of the app, or an https address. */
          linkUrl: z.string().nullable(),
          title: z.string(),
        }),
      ),
    }),
  },
} as const
