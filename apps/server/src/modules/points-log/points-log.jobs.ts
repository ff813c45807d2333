import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { appendPostings } from './points-log.service.ts'

export const APPEND_TO_LOG = 'points-log.append'
const EVERY_MS = 10_000

/** Appends what was posted, and enqueues its next run. */
export const appendToLog: JobKind<null> = {
  kind: APPEND_TO_LOG,
  lane: 'log',
  retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
  handle: async (ctx) => {
    if ((await appendPostings(ctx)) === 'part') return continueFrom(null)
    await queueLog(ctx, new Date(ctx.now().getTime() + EVERY_MS))
    return undefined
  },
}

/** The period is part of the key, so that several processes enqueue one job. */
export async function queueLog(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${APPEND_TO_LOG}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, APPEND_TO_LOG, { payload: null, dueAt, now: ctx.now(), key })
}
