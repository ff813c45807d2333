import type { AlarmRule } from '@solstice/rules/alarm'
import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { auditReason, id, nothing, time } from './schema.ts'

/** The most jobs that one call retries. */
export const RETRY_JOBS_MAX = 10_000

const jobKindName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z.-]*$/)

const job = z.object({
  jobId: id,
  kind: z.string(),
  state: z.enum(['dead', 'waiting']),
  attempts: z.int().min(0),
  dueAt: time,
  createdAt: time,
  deadAt: time.nullable(),
  lastError: z.string().nullable(),
})

const jobKind = z.object({
  kind: z.string(),
  /** Null for jobs of a kind that this version no longer has. */
  lane: z.string().nullable(),
  /** Jobs that are due and not taken yet. */
  waiting: z.int().min(0),
  running: z.int().min(0),
  dead: z.int().min(0),
  /** When the oldest waiting job became due. */
  oldestDueAt: time.nullable(),
  lateSeconds: z.int().min(0),
})

/** UNKNOWN: nothing was tried lately, so there is no news either way. */
const healthState = z.enum(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'])

const health = z.object({
  at: time,
  /** The worst state of all parts. */
  state: healthState,
  version: z.string(),
  database: z.object({ state: healthState, answerMs: z.number().min(0) }),
  /** Servers and workers that reported in the last hour, newest first. */
  processes: z.object({
    state: healthState,
    list: z.array(
      z.object({
        processId: z.string(),
        role: z.enum(['SERVER', 'WORKER']),
        /** False on a server that leaves the jobs to standalone workers. */
        runsJobs: z.boolean(),
        version: z.string(),
        startedAt: time,
        seenAt: time,
        isAlive: z.boolean(),
      }),
    ),
  }),
  /** Replies with 9999 per minute over the last five minutes, of all servers. */
  faults: z.object({ state: healthState, perMinute: z.number().min(0) }),
  jobs: z.object({
    state: healthState,
    waiting: z.int().min(0),
    running: z.int().min(0),
    dead: z.int().min(0),
    lateSeconds: z.int().min(0),
    /** The kind of the latest job. */
    latestKind: z.string().nullable(),
  }),
  pushes: z.object({
    state: healthState,
    waiting: z.int().min(0),
    /** Push services that refused a message in the last hour. */
    failingServices: z.array(z.string()),
  }),
  mail: z.object({
    state: healthState,
    waiting: z.int().min(0),
    dead: z.int().min(0),
    lateSeconds: z.int().min(0),
    lastError: z.string().nullable(),
  }),
  nodes: z.object({
    state: healthState,
    list: z.array(
      z.object({
        chainId: id,
        networkName: z.string(),
        state: healthState,
        block: z.int().min(0).nullable(),
        /** The age of the newest block. */
        headAgeSeconds: z.int().min(0).nullable(),
      }),
    ),
  }),
  prices: z.object({
    state: healthState,
    /** The symbols that have no price now. */
    missing: z.array(z.string()),
    answeredAt: time.nullable(),
  }),
  ledger: z.object({
    state: healthState,
    problems: z.int().min(0),
    verifiedAt: time.nullable(),
  }),
  audit: z.object({
    state: healthState,
    firstBrokenId: z.int().nullable(),
    verifiedAt: time.nullable(),
    checkpointAt: time.nullable(),
  }),
})

const bothTexts = z.object({ en: z.string(), ko: z.string() })

/** Alarms of rules that the overview does not read itself. */
export const RECORDED_ALARMS = [
  'XP_PACE',
  'WHEEL_ODDS',
  'MISSION_LIMIT',
  'STOCK_LOW',
  'INVITE_BUDGET',
  'COVER_SHORT',
  'FAULTS',
  'PUSHES_DROPPED',
  'BOOKS_DIFFER',
  'BOOKS_SILENT',
  'OPERATOR_LOGINS',
  'OPERATOR_ADJUSTMENTS',
  'SCHEDULE_SUSPENDED',
] as const satisfies readonly AlarmRule[]

const ALARM_KINDS = [
  ...RECORDED_ALARMS,
  'LEDGER_BROKEN',
  'AUDIT_BROKEN',
  'TREASURY_STOPPED',
  'TREASURY_FROZEN',
  'TREASURY_LOW',
  'JOBS_DEAD',
  'JOBS_LATE',
  'PAYOUTS_HELD',
  'REFUNDS_WAITING',
  'WORKERS_SILENT',
  'MAINTENANCE_ON',
] as const

const alarm = z.object({
  kind: z.enum(ALARM_KINDS),
  severity: z.enum(['CRITICAL', 'WARNING', 'NOTE']),
  count: z.int().min(1),
  /** Since when the oldest of them lasts, if known. */
  since: time.nullable(),
  /** The reason that an operator gave, or the chain, kind or entry concerned. */
  detail: z.string().nullable(),
})

const namedOperator = z.object({ operatorId: id, name: z.string() })

const today = z.object({
  at: time,
  /** The programme day at UTC+4, such as 2026-06-10. */
  programmeDay: z.iso.date(),
  /** The most severe first. */
  alarms: z.array(alarm),
  refunds: z.object({
    /** Refunds that wait for an operator. */
    waiting: z.int().min(0),
    oldestAt: time.nullable(),
  }),
  payouts: z.object({ held: z.int().min(0), oldestAt: time.nullable() }),
  /**
   * Proposals that one person is about to confirm alone. Every operator sees them, without the facts
   * that only some roles may read.
   */
  solo: z.array(
    z.object({
      approvalId: id,
      call: z.string(),
      requestedBy: namedOperator,
      /** The only person who can confirm it. */
      confirmer: namedOperator,
      confirmableAt: time,
    }),
  ),
  season: z
    .object({
      seasonId: id,
      title: bothTexts,
      day: z.int().positive(),
      days: z.int().positive(),
      round: z.int().positive().nullable(),
      endsAt: time,
    })
    .nullable(),
  next: z
    .object({
      kind: z.enum(['SEASON_STARTS', 'SEASON_ENDS', 'ROUND_ENDS', 'NOTICE', 'MAINTENANCE']),
      at: time,
      title: bothTexts.nullable(),
    })
    .nullable(),
})

export const operatorSystemSchemas = {
  'operator.today': { data: today },
  'operator.health': { data: health },
  'operator.listJobs': {
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['dead', 'waiting']).default('dead'),
      kind: jobKindName.optional(),
    }),
    data: pageOf(job),
  },
  'operator.listJobKinds': { data: z.object({ list: z.array(jobKind) }) },
  'operator.showJob': {
    params: z.strictObject({ jobId: pathId }),
    data: job.extend({
      state: z.enum(['dead', 'waiting', 'done']),
      doneAt: time.nullable(),
      leasedUntil: time.nullable(),
      /** The ids in the payload, such as `memberId: 12`; everything else is left out. */
      ids: z.array(z.object({ name: z.string(), id: z.int() })),
    }),
  },
  'operator.retryJob': {
    params: z.strictObject({ jobId: pathId }),
    body: z.strictObject({ reason: auditReason.optional() }),
    data: nothing,
  },
  'operator.retryJobs': {
    body: z.strictObject({ kind: jobKindName, reason: auditReason }),
    data: z.object({
      retried: z.int().min(0),
      /** Dead jobs of this kind that are left for the next call. */
      left: z.int().min(0),
    }),
  },
} as const
