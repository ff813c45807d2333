import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { AssessmentCursor } from '#/modules/season/season.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { assessNext, linkNext } from './assessment.service.ts'
import { lapseHolds } from './hold.service.ts'

export const ASSESS_HOLDS = 'hold.assess'
export const LAPSE_HOLDS = 'hold.lapse'

const RETRIES = Array.from({ length: 1000 }, () => MINUTE_MS)

const START: AssessmentCursor = { phase: 'LINK', after: 0 }

/**
 * Links or assesses the next members, and returns where to continue. All members are linked first, so
 * that the assessment sees both sides of every link.
 */
export async function assessNextBatch(
  ctx: AppContext,
  { phase, after }: AssessmentCursor = START,
): Promise<AssessmentCursor | undefined> {
  const next = phase === 'LINK' ? await linkNext(ctx, after) : await assessNext(ctx, after)
  if (next !== undefined) return { phase, after: next }
  return phase === 'LINK' ? { phase: 'ASSESS', after: 0 } : undefined
}

/** Goes through all members once a day, in batches; the settlement of a round does so, too. */
export const assessHolds: JobKind<AssessmentCursor> = {
  kind: ASSESS_HOLDS,
  lane: 'housekeeping',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload }) => {
    const next = await assessNextBatch(ctx, payload)
    if (next) return continueFrom(next)
    await queueAssessment(ctx, new Date(ctx.now().getTime() + DAY_MS))
    return undefined
  },
}

/** Records the ends of holds every hour. Payouts do not wait for it. */
export const lapseHoldsJob: JobKind<null> = {
  kind: LAPSE_HOLDS,
  lane: 'housekeeping',
  retryAfterMs: RETRIES,
  handle: async (ctx) => {
    if ((await lapseHolds(ctx)) === 'part') return continueFrom(null)
    await queueLapse(ctx, new Date(ctx.now().getTime() + HOUR_MS))
    return undefined
  },
}

type Context = Pick<AppContext, 'db' | 'now'>

/** Enqueues both jobs when a server starts. */
export async function queueHolds(ctx: Context): Promise<void> {
  await queueAssessment(ctx, ctx.now())
  await queueLapse(ctx, ctx.now())
}

/** The period is part of the key, so that several processes enqueue one job. */
export async function queueAssessment(ctx: Context, dueAt: Date): Promise<void> {
  const key = `${ASSESS_HOLDS}:${Math.floor(dueAt.getTime() / DAY_MS)}`
  await enqueue(ctx.db, ASSESS_HOLDS, { payload: START, dueAt, now: ctx.now(), key })
}

export async function queueLapse(ctx: Context, dueAt: Date): Promise<void> {
  const key = `${LAPSE_HOLDS}:${Math.floor(dueAt.getTime() / HOUR_MS)}`
  await enqueue(ctx.db, LAPSE_HOLDS, { payload: null, dueAt, now: ctx.now(), key })
}
