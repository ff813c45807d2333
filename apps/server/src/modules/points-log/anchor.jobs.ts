import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { requestAnchor } from './anchor.service.ts'

export const ANCHOR_LOG = 'points-log.anchor'
/** Often enough that the first anchor of a new installation does not wait. */
const EVERY_MS = MINUTE_MS / 6

/** Requests the anchor of the day, and enqueues its next run. */
export const anchorLog: JobKind<null> = {
  kind: ANCHOR_LOG,
  lane: 'log',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    await requestAnchor(ctx)
    await queueAnchor(ctx, new Date(ctx.now().getTime() + EVERY_MS))
  },
}

/** The period is part of the key, so that several processes enqueue one job. */
export async function queueAnchor(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${ANCHOR_LOG}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, ANCHOR_LOG, { payload: null, dueAt, now: ctx.now(), key })
}
