import { MINUTE_MS } from '@solstice/rules/duration'
import type { Db } from '#/platform/process/db.ts'
import { continueFrom, DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import {
  DECIDE_DAYS,
  FOLLOW_EXCUSED_DAY,
  nextDecisionAt,
  queueDayDecisions,
  type ExcusedDay,
} from './excused-day.queue.ts'
import { decideOpenRounds, followExcusedDay } from './excused-day.service.ts'

/** Decides about the days that have ended, and enqueues the run after the current one. */
export const decideDays: JobKind<null> = {
  kind: DECIDE_DAYS,
  lane: 'programme',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    await decideOpenRounds(ctx)
    await queueDayDecisions(ctx, nextDecisionAt(ctx.now()))
  },
}

/** The day stores how far its members are notified. */
export const followExcusedDays = (
  queueQualifications: (tx: Db, memberIds: readonly number[], now: Date) => Promise<void>,
): JobKind<ExcusedDay> => ({
  kind: FOLLOW_EXCUSED_DAY,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const state = await followExcusedDay(ctx, payload, { queueQualifications })
    return state === 'unfinished' ? continueFrom(payload) : undefined
  },
})
