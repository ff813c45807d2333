import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import { z } from 'zod'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { checkInTerms } from './missions/check-in/check-in.schemas.ts'
import { category } from './missions/mission-parts.ts'
import { MAX_COUNT, texts, whole } from './missions/plan-parts.ts'
import { plannedProof } from './missions/proven.schemas.ts'
import { plannedTerms, termsOf } from './missions/registry.ts'
import { plannedPrizes, spinTerms } from './missions/spin/spin.schemas.ts'
import { pathId } from './paging.ts'
import { planProblem } from './plan-problem.schemas.ts'
import { newProduct, tokenContract } from './product.schemas.ts'
import { amountUpTo, auditReason, id, time } from './schema.ts'

/** The pool of one round, or of all rounds. */
const tokenAmount = amountUpTo(10_000_000)

/** Allows only a path of the app or an https URL, never an executable scheme. */
export const link = z
  .string()
  .max(500)
  .regex(/^(https:\/\/[^\s/]+(\/\S*)?|\/(?!\/)[^\s\\]*)$/)
export const picture = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w./-]+$/)

/** The warnings of the publish gate that the operator accepts. */
export const confirmedWarnings = z
  .array(z.enum(['BUDGET_150', 'COVER']))
  .max(2)
  .default([])

export const plannedBanners = z
  .array(
    z.strictObject({
      title: texts(80),
      imageUrl: picture,
      linkUrl: link.nullable().default(null),
    }),
  )
  .max(20)

const mission = z
  .strictObject({
    missionId: whole(1, 10_000),
    type: z.enum(MISSION_TYPES),
    category: category,
    title: texts(80),
    description: texts(500),
    imageUrl: picture.nullable().default(null),
    linkUrl: link.nullable().default(null),
    rewardXp: whole(1).nullable().default(null),
    repeat: z.enum(['DAILY', 'ONCE', 'UNLIMITED']),
    proof: plannedProof.nullable().default(null),
    partner: z
      .strictObject({ name: texts(40), markUrl: picture.nullable().default(null) })
      .nullable()
      .default(null),
    maxCompletions: whole(1).nullable().default(null),
    terms: plannedTerms.default(null),
    enabled: z.boolean().default(true),
  })
  .refine(
    ({ type, terms }) => terms === null || (termsOf(type)?.safeParse(terms).success ?? true),
    {
      path: ['terms'],
      message: 'Terms do not match the mission type',
    },
  )

const product = z.strictObject({
  ...newProduct.shape,
  chainId: id.nullable().default(null),
  contract: tokenContract.nullable().default(null),
})

/**
 * A season as written to a plan file. The rules package checks how its numbers relate to each
 * other.
 */
export const seasonPlanSchema = z.strictObject({
  title: texts(60),
  description: texts(500),
  imageUrl: picture.nullable().default(null),
  startAt: time,
  endAt: time,
  reward: z.strictObject({ symbol: z.string().regex(/^[A-Z0-9]{2,10}$/), decimals: whole(0, 18) }),
  rounds: z.array(z.strictObject({ startAt: time, endAt: time, pool: tokenAmount })).max(100),
  tiers: z
    .array(
      z.strictObject({
        name: texts(40),
        emblem: z.enum(['bronze', 'silver', 'gold', 'platinum', 'diamond']),
        minXp: whole(0),
        bonusPercent: whole(0, 1000),
        ticketsPerDay: whole(1, 1000),
      }),
    )
    .max(20),
  levels: z.strictObject({
    xpPerLevel: whole(1),
    topLevel: whole(1, 1000),
    bonuses: z.array(z.strictObject({ fromLevel: whole(1), percent: whole(0, 1000) })).max(20),
  }),
  checkIn: checkInTerms,
  spin: spinTerms,
  missions: z.array(mission).max(200),
  banners: plannedBanners,
  products: z.array(product).max(100).default([]),
  budget: z.strictObject({
    members: whole(1, 100_000_000),
    xp: z.int().min(0),
    tickets: z.int().min(0),
    reward: tokenAmount,
    spinXp: z.number().min(0).max(MAX_COUNT),
  }),
}) satisfies z.ZodType<SeasonPlan>

const habit = z.object({
  name: z.string(),
  share: z.number(),
  daysPerWeek: z.number(),
  members: z.int(),
  each: z.object({ xp: z.number(), tickets: z.number(), spins: z.number(), checkIns: z.number() }),
})

const simulatedDay = z.object({
  day: z.int(),
  date: z.string(),
  xp: z.number(),
  bySource: z.object({
    checkIn: z.number(),
    spin: z.number(),
    mission: z.number(),
    product: z.number(),
    invite: z.number(),
  }),
  tickets: z.number(),
  ticketsUsed: z.number(),
  spins: z.number(),
  checkIns: z.number(),
})

export const seasonSimulation = z.object({
  members: z.int(),
  days: z.int(),
  xp: z.number(),
  tickets: z.number(),
  spins: z.number(),
  checkIns: z.number(),
  reward: z.string(),
  rewardSymbol: z.string(),
  habits: z.array(habit),
  /** One entry per programme day; their sums are the totals above. */
  daily: z.array(simulatedDay),
  /** The day on which each habit reaches each tier, counted from 1; null if it does not. */
  tiers: z.array(z.object({ habit: z.string(), reachedOn: z.array(z.int().nullable()) })),
  costPerMember: z.object({ reward: z.string(), xp: z.number(), tickets: z.number() }),
  /** The share of farms that join besides the members; only if the simulation has any. */
  farming: z
    .object({
      accounts: z.int(),
      xp: z.number(),
      tickets: z.number(),
      /** Their share of all pools, and the least part of it that holds keep from them. */
      rewardShare: z.number(),
      reward: z.string(),
      heldShare: z.number(),
      heldReward: z.string(),
    })
    .optional(),
})

const SEASON_PHASES = [
  'DRAFT',
  /** A proposal to publish it waits for a decision. */
  'IN_REVIEW',
  'SCHEDULED',
  /** The scheduled publication failed. */
  'SUSPENDED',
  'PUBLISHED',
  'RUNNING',
  'ENDED',
] as const

export const seasonRow = z.object({
  seasonId: id,
  state: z.enum(['DRAFT', 'PUBLISHED']),
  phase: z.enum(SEASON_PHASES),
  /** The newest revision. */
  revision: id,
  /** Empty texts while a draft has no title. */
  title: z.object({ en: z.string(), ko: z.string() }),
  /** Both are the time of creation while a draft has no valid dates. */
  startAt: time,
  endAt: time,
  /** The ends of the rounds, as far as a draft has them. */
  roundEnds: z.array(time),
  publishedAt: time.nullable(),
  /** The members in the budget, and the pools of all rounds; null while a draft has none. */
  members: z.int().nullable(),
  pool: z.string().nullable(),
  symbol: z.string().nullable(),
  /** The scheduled publication. */
  publishAt: time.nullable(),
  /**
   * How many problems the newest plan has; 0 after publication, and null for a draft of an earlier
   * release until it is opened.
   */
  problems: z.int().min(0).nullable(),
  paused: z.boolean(),
})

export const seasonParams = z.strictObject({ seasonId: pathId })

export const seasonPlanSchemas = {
  'seasonPlan.list': { data: z.object({ list: z.array(seasonRow) }) },
  'seasonPlan.check': {
    body: z.strictObject({
      plan: seasonPlanSchema,
      /** Defaults to the number of members in the budget. */
      members: whole(1, 100_000_000).optional(),
    }),
    data: z.object({
      problems: z.array(planProblem),
      simulation: seasonSimulation.nullable(),
    }),
  },
  'seasonPlan.create': {
    body: z.strictObject({ plan: seasonPlanSchema, reason: auditReason.optional() }),
    data: seasonRow,
  },
  'seasonPlan.publish': {
    params: seasonParams,
    body: z.strictObject({
      confirmed: confirmedWarnings,
      reason: auditReason,
    }),
    data: seasonRow,
  },
  'seasonPlan.changeOdds': {
    params: seasonParams,
    body: z.strictObject({ prizes: plannedPrizes, reason: auditReason }),
    data: seasonRow,
  },
} as const
