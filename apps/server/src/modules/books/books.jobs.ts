import { lastNight } from '@solstice/rules/books'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { aggregateBooks } from './aggregation.service.ts'
import { AGGREGATE_BOOKS, RECONCILE_BOOKS } from './books.queue.ts'
import { findDue, reconcileStep } from './reconciliation.service.ts'

const RETRIES = Array.from({ length: 1000 }, () => MINUTE_MS)

/** Aggregates what was posted since the last run, and enqueues the run of the next full hour. */
export const aggregateBooksJob: JobKind<null> = {
  kind: AGGREGATE_BOOKS,
  lane: 'statistics',
  retryAfterMs: RETRIES,
  handle: async (ctx) => {
    if ((await aggregateBooks(ctx)) === 'part') return continueFrom(null)
    const nextHour = (Math.floor(ctx.now().getTime() / HOUR_MS) + 1) * HOUR_MS
    await queueBooks(ctx, new Date(nextHour))
    return undefined
  },
}

/** The instant is part of the key, so that several processes enqueue one job. */
export async function queueBooks(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${AGGREGATE_BOOKS}:${dueAt.getTime()}`
  await enqueue(ctx.db, AGGREGATE_BOOKS, { payload: null, dueAt, now: ctx.now(), key })
}

/** Some seconds of work, of which a step is at most some hundred requests to a node. */
const STEPS_PER_BATCH = 20
/** A node that does not answer is asked again after this time. */
const RETRY_MS = 10 * MINUTE_MS

/**
 * Reconciles the accounts that are due, one step at a time, and enqueues the next night. An account
 * whose node does not answer keeps no other account waiting.
 */
export const reconcileBooksJob: JobKind<null> = {
  kind: RECONCILE_BOOKS,
  lane: 'housekeeping',
  retryAfterMs: RETRIES,
  handle: async (ctx, { signal }) => {
    let hasFailed = false
    let steps = 0
    for (const account of await findDue(ctx)) {
      for (let step = await reconcileStep(ctx, account); step !== 'done';) {
        if (step === 'failed') {
          hasFailed = true
          break
        }
        steps += 1
        if (steps >= STEPS_PER_BATCH || signal.aborted) return continueFrom(null)
        step = await reconcileStep(ctx, account)
      }
    }
    const now = ctx.now()
    const nextNight = new Date(lastNight(now).getTime() + DAY_MS)
    await queueReconciliation(ctx, hasFailed ? new Date(now.getTime() + RETRY_MS) : nextNight)
    return undefined
  },
}

/** The time slot is part of the key, so that several processes enqueue one job. */
export async function queueReconciliation(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${RECONCILE_BOOKS}:${Math.floor(dueAt.getTime() / RETRY_MS)}`
  await enqueue(ctx.db, RECONCILE_BOOKS, { payload: null, dueAt, now: ctx.now(), key })
}
