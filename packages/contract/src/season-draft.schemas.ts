import { z } from 'zod'
import { onChainCheck } from './missions/proven.schemas.ts'
import { whole } from './missions/plan-parts.ts'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { planProblem } from './plan-problem.schemas.ts'
import { address, auditReason, id, time } from './schema.ts'
import { draftSchema } from './season-draft.ts'
import { seasonParams, seasonRow, seasonSimulation } from './season-plan.schemas.ts'

const gateItem = z.object({
  key: z.string(),
  state: z.enum(['OK', 'WARN', 'FAIL']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** A plan as stored. A draft may lack any part of it. */
const planJson = z.record(z.string(), z.unknown())

const seed = z.int().min(0).max(4_294_967_295)

/** The spread of a simulated sum over the runs. */
const spreadOf = z.object({
  mean: z.number(),
  p5: z.number(),
  p50: z.number(),
  p95: z.number(),
})

/** A simulation as stored with a revision. */
const storedSimulation = z.object({
  simulatedAt: time,
  simulation: seasonSimulation,
  spread: z.object({ seed, runs: z.int().positive(), xp: spreadOf, tickets: spreadOf }).nullable(),
  /** The same season with fewer and with more members. */
  sizes: z.array(
    z.object({
      factor: z.number(),
      members: z.int(),
      xp: z.number(),
      tickets: z.number(),
    }),
  ),
})

const seasonSchedule = z.object({
  publishAt: time,
  state: z.enum(['WAITING', 'SUSPENDED', 'DONE']),
  /** The problems that suspended the publication. */
  problems: z.array(planProblem),
  /** The conditions that were red at that instant. */
  gate: z.array(gateItem),
  confirmed: z.array(z.string()),
  operator: z.string().nullable(),
})

const revisionRow = z.object({
  revision: id,
  /** An edit of a draft, its publication, or a change of the published season. */
  kind: z.enum(['SAVE', 'PUBLISH', 'LIVE']),
  savedAt: time,
  /** The name of the operator; null for revisions that the programme itself stored. */
  savedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** The change of a published season. */
  change: z.record(z.string(), z.unknown()).nullable(),
  isSimulated: z.boolean(),
  /** The first time the preview of this revision was opened, per language. */
  previewed: z.object({ en: time.nullable(), ko: time.nullable() }),
})

const revisionBody = { revision: id }

export const seasonDraftSchemas = {
  'seasonPlan.show': {
    params: seasonParams,
    data: z.object({
      season: seasonRow,
      revision: id,
      plan: planJson,
      problems: z.array(planProblem),
      gate: z.array(gateItem),
      schedule: seasonSchedule.nullable(),
      simulation: storedSimulation.nullable(),
      previewed: revisionRow.shape.previewed,
      savedAt: time,
      savedBy: z.string().nullable(),
    }),
  },
  'seasonPlan.begin': {
    body: z.strictObject({ plan: draftSchema, reason: auditReason.optional() }),
    data: seasonRow,
  },
  'seasonPlan.save': {
    params: seasonParams,
    /** `revision` is the one that was edited. */
    body: z.strictObject({ ...revisionBody, plan: draftSchema }),
    data: z.object({
      revision: id,
      problems: z.array(planProblem),
      savedAt: time,
      /** True if this save ended a scheduled publication, which was approved for the older plan. */
      endedSchedule: z.boolean(),
    }),
  },
  'seasonPlan.discard': {
    params: seasonParams,
    body: z.strictObject({ reason: auditReason.optional() }),
    data: z.null(),
  },
  'seasonPlan.copy': {
    params: seasonParams,
    /** The season begins on the programme day of this time. */
    body: z.strictObject({ startAt: time, reason: auditReason.optional() }),
    data: seasonRow,
  },
  'seasonPlan.revisions': {
    params: seasonParams,
    query: z.strictObject({ ...pageQuery }),
    data: pageOf(revisionRow),
  },
  'seasonPlan.revision': {
    params: z.strictObject({ seasonId: pathId, revision: pathId }),
    data: revisionRow.extend({
      plan: planJson,
      problems: z.array(planProblem),
      simulation: storedSimulation.nullable(),
    }),
  },
  'seasonPlan.simulate': {
    params: seasonParams,
    body: z.strictObject({
      ...revisionBody,
      seed: seed.optional(),
      /** Accounts of farms besides the members, as a share of these. */
      farmShare: z.number().min(0).max(1).optional(),
    }),
    data: storedSimulation.extend({ revision: id }),
  },
  'seasonPlan.previewed': {
    params: seasonParams,
    body: z.strictObject({ ...revisionBody, language: z.enum(['en', 'ko']) }),
    data: z.object({ revision: id, previewed: revisionRow.shape.previewed }),
  },
  'seasonPlan.tryProof': {
    body: z.strictObject({ chainId: whole(1), check: onChainCheck, address }),
    data: z.object({
      /** UNREACHABLE also for a network that members do not use. */
      outcome: z.enum(['FULFILLED', 'UNFULFILLED', 'UNREACHABLE']),
      /** The balance of the address in the smallest unit; null unless one was read. */
      units: z.string().nullable(),
      /** The number of its newest transactions that were searched; null unless they were read. */
      transactions: z.int().nullable(),
    }),
  },
} as const
