import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { VERIFICATION_START, verifyStep, type Extent } from './ledger-check.ts'
import { advanceCheckpoint, oldestAfterCheckpoint } from './ledger-checkpoint.ts'
import { ensurePartition } from './ledger-partitions.ts'
import {
  findExtentStates,
  findNewestVerification,
  insertVerification,
  saveProgress,
} from './ledger-verification.queries.ts'

export const VERIFY_LEDGER = 'ledger.verify'

const EVERY_MS: Record<Extent, number> = { RECENT: HOUR_MS, FULL: DAY_MS }
/** Some seconds of work. */
const STEPS_PER_BATCH = 20

type Context = Pick<AppContext, 'db' | 'now' | 'log'>

/**
 * Verifies the ledger in the background: every hour what is new, and every day everything. A full
 * verification stores its position after each step, so it may take as long as it needs. It also
 * prepares the next partition long before the ids reach it.
 */
export const verifyLedgerJob: JobKind<null> = {
  kind: VERIFY_LEDGER,
  lane: 'housekeeping',
  retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
  handle: async (ctx) => {
    const at = ctx.now()
    await ensurePartition(ctx.db)
    const advanced = await advanceCheckpoint(ctx.db, { at, maxRanges: STEPS_PER_BATCH })
    if (advanced === 'part') return continueFrom(null)
    for (const extent of ['RECENT', 'FULL'] as const) {
      if ((await continueVerification(ctx, extent)) === 'part') return continueFrom(null)
    }
    await queueLedgerVerification(ctx, new Date(at.getTime() + EVERY_MS.RECENT))
    return undefined
  },
}

/** The hour is part of the key, so that several processes enqueue one job. */
export async function queueLedgerVerification(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${VERIFY_LEDGER}:${Math.floor(dueAt.getTime() / EVERY_MS.RECENT)}`
  await enqueue(ctx.db, VERIFY_LEDGER, { payload: null, dueAt, now: ctx.now(), key })
}

/** Verifies the next steps of the running verification, or starts one if it is due. */
async function continueVerification(ctx: Context, extent: Extent): Promise<'all' | 'part'> {
  const { db, log } = ctx
  const startedAt = ctx.now()
  const last = await findNewestVerification(db, extent)
  if (last?.finishedAt) {
    if (startedAt.getTime() - last.finishedAt.getTime() < EVERY_MS[extent]) return 'all'
  }
  if (!last || last.finishedAt) {
    await insertVerification(db, { extent, position: VERIFICATION_START, startedAt })
  }
  for (let steps = 0; steps < STEPS_PER_BATCH; steps += 1) {
    const running = await findNewestVerification(db, extent)
    if (!running || running.finishedAt) return 'all'
    const { problems, next } = await verifyStep(db, { extent, position: running.position })
    const saved = await saveProgress(db, running, { problems, next, at: ctx.now() })
    if (problems.length > 0 && saved) {
      const found = { extent, count: problems.length, problems: problems.slice(0, 10) }
      log.error(found, 'The ledger violates its rules')
    }
  }
  return 'part'
}

/** Returns the result of the verifications for alerting. */
export async function readLedger({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Reading[]> {
  const states = await findExtentStates(db)
  const oldest = await oldestAfterCheckpoint(db)
  const at = now().getTime()
  return [
    {
      name: 'solstice_ledger_checkpoint_lag_seconds',
      help: 'Seconds since the oldest transaction after the newest checkpoint was posted, or 0',
      values: [{ labels: {}, value: (at - (oldest?.getTime() ?? at)) / 1000 }],
    },
    {
      name: 'solstice_ledger_problems',
      help: 'Violated rules that the newest verification of the ledger found, by extent',
      values: states.map(({ extent, problems }) => ({ labels: { extent }, value: problems })),
    },
    {
      name: 'solstice_ledger_verified_seconds',
      help: 'Seconds since a verification of the ledger finished, by extent',
      values: states.flatMap(({ extent, finishedAt }) =>
        finishedAt === null
          ? []
          : [{ labels: { extent }, value: (at - finishedAt.getTime()) / 1000 }],
      ),
    },
  ]
}
