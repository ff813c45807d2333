import { z } from 'zod'
import { texts, whole } from './missions/plan-parts.ts'
import { plannedPrizes } from './missions/spin/spin.schemas.ts'
import { pathId } from './paging.ts'
import { planProblem } from './plan-problem.schemas.ts'
import { amountText, auditReason, id, time } from './schema.ts'
import { confirmedWarnings, link, picture, plannedBanners } from './season-plan.schemas.ts'

const seasonParams = z.strictObject({ seasonId: pathId })
const missionId = whole(1, 10_000)

const missionTexts = z.strictObject({
  missionId,
  title: texts(80).optional(),
  description: texts(500).optional(),
  imageUrl: picture.nullable().optional(),
  linkUrl: link.nullable().optional(),
})

const textsChange = z.strictObject({
  kind: z.literal('TEXTS'),
  title: texts(60).optional(),
  description: texts(500).optional(),
  imageUrl: picture.nullable().optional(),
  missions: z
    .array(missionTexts)
    .max(200)
    .refine(
      (missions) => new Set(missions.map((each) => each.missionId)).size === missions.length,
      {
        error: 'Must name a mission once',
      },
    )
    .optional(),
  banners: plannedBanners.optional(),
})

/** The changes that need no second person. */
const changeAtOnce = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('MISSION_OFF'), missionId }),
  z.strictObject({ kind: z.literal('MISSION_ON'), missionId }),
  z.strictObject({ kind: z.literal('PAUSE') }),
  z.strictObject({ kind: z.literal('RESUME') }),
  textsChange,
])

/** Members lose something by these changes, so that they are explained. */
const NEED_REASON: readonly string[] = ['MISSION_OFF', 'PAUSE']

const revision = [
  z.strictObject({ kind: z.literal('MISSION_LIMIT'), missionId, maxCompletions: whole(1) }),
  z.strictObject({ kind: z.literal('MISSION_REWARD'), missionId, rewardXp: whole(1) }),
  /**
   * `endAt` is the present end, so that a repeated call extends once. A negative number of days is
   * refused with the reason.
   */
  z.strictObject({ kind: z.literal('EXTEND'), days: z.int().min(-180).max(180), endAt: time }),
  /** The remaining kinds are always refused with the reason. Positions begin at 1. */
  z.strictObject({ kind: z.literal('POOL'), round: whole(1, 100), pool: amountText }),
  z.strictObject({ kind: z.literal('THRESHOLD'), tier: whole(1, 20), minXp: whole(0) }),
  z.strictObject({ kind: z.literal('ROUND'), round: whole(1, 100), startAt: time, endAt: time }),
] as const

/** The changes of what a season gives. */
const changeOfRewards = z.discriminatedUnion('kind', revision)

const anyChange = z.discriminatedUnion('kind', [
  ...changeAtOnce.options,
  ...revision,
  z.strictObject({ kind: z.literal('ODDS'), prizes: plannedPrizes }),
])

/** A published season after a change. */
const liveSeason = z.object({
  seasonId: id,
  state: z.enum(['DRAFT', 'PUBLISHED']),
  revision: z.int(),
  endAt: time,
  paused: z.boolean(),
  /** The missions that are switched off. */
  missionsOff: z.array(z.int()),
})

const schedule = z.object({
  seasonId: id,
  publishAt: time,
  state: z.enum(['WAITING', 'SUSPENDED', 'DONE']),
  problems: z.array(planProblem),
})

/** XP and tickets that the rest of the season is expected to give at the members of the budget. */
const rest = z.object({ days: z.int(), xp: z.number(), tickets: z.number(), spins: z.number() })

export const seasonLiveSchemas = {
  'seasonPlan.schedule': {
    params: seasonParams,
    body: z.strictObject({
      publishAt: time,
      confirmed: confirmedWarnings,
      reason: auditReason,
    }),
    data: schedule,
  },
  'seasonPlan.unschedule': { params: seasonParams, data: z.object({ seasonId: id }) },
  'seasonPlan.unpublish': {
    params: seasonParams,
    body: z.strictObject({ reason: auditReason }),
    data: liveSeason,
  },
  'seasonPlan.changeLive': {
    params: seasonParams,
    body: z
      .strictObject({ change: changeAtOnce, reason: auditReason.optional() })
      .refine(({ change, reason }) => reason !== undefined || !NEED_REASON.includes(change.kind), {
        path: ['reason'],
        error: 'Must have a reason',
      }),
    data: liveSeason,
  },
  'seasonPlan.reviseLive': {
    params: seasonParams,
    body: z.strictObject({ change: changeOfRewards, reason: auditReason }),
    data: liveSeason,
  },
  'seasonPlan.liveEffect': {
    params: seasonParams,
    body: z.strictObject({ change: anyChange }),
    data: z.object({
      /** The confirmation that the change needs; null if it is never possible. */
      level: z.enum(['C1', 'C2', 'C4']).nullable(),
      problems: z.array(planProblem),
      /** The members who take part in the season. */
      members: z.int(),
      /** The members who have completed the mission, for a change of one mission. */
      completedBy: z.int().nullable(),
      /** The spin commitments that are open now and become void with new odds. */
      voidCommitments: z.int(),
      /** The average XP of a spin; null unless the odds change. */
      mean: z.object({ before: z.number(), after: z.number() }).nullable(),
      /** The simulation of the rest of the season; null for a change that gives nothing else. */
      rest: z.object({ before: rest, after: rest }).nullable(),
      /** The instant from which the change counts. */
      from: time,
      /** The end of the season after the change. */
      endAt: time,
    }),
  },
} as const
