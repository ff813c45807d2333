import { DAY_MS } from '@solstice/rules/duration'
import { startOfNextDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import { SETTLE_AFTER_MS } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'

/** The job that decides about ended days, and the one that follows an excused day. */
export const DECIDE_DAYS = 'season.decide-days'
export const FOLLOW_EXCUSED_DAY = 'season.follow-excused-day'

export type ExcusedDay = { roundId: number; day: ProgrammeDay }

/** The instant is part of the key, so that several processes enqueue one job. */
export async function queueDayDecisions(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${DECIDE_DAYS}:${dueAt.getTime()}`
  await enqueue(ctx.db, DECIDE_DAYS, { payload: null, dueAt, now: ctx.now(), key })
}

/** The last heartbeats of a day are written when this time comes. */
export function nextDecisionAt(now: Date): Date {
  const today = startOfNextDay(now).getTime() - DAY_MS + SETTLE_AFTER_MS
  return new Date(now.getTime() < today ? today : today + DAY_MS)
}

export async function queueExcusedDay(tx: Db, of: ExcusedDay, now: Date): Promise<void> {
  const key = `${FOLLOW_EXCUSED_DAY}:${of.roundId}:${of.day}`
  await enqueue(tx, FOLLOW_EXCUSED_DAY, { payload: of, dueAt: now, now, key })
}
