import { SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'

/** The job that gives up a send whose deadline has passed. */
export const EXPIRE_SEND = 'relay.expire'
export type ExpireSend = { sendId: number }

const EVERY_MS = 10 * SECOND_MS

/** The time slot is part of the key, so that repeated checks become one. */
export async function queueExpiry(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  payload: ExpireSend,
  dueAt: Date,
): Promise<void> {
  const slot = Math.ceil(dueAt.getTime() / EVERY_MS)
  const key = `${EXPIRE_SEND}:${payload.sendId}:${slot}`
  await enqueue(db, EXPIRE_SEND, { payload, dueAt: new Date(slot * EVERY_MS), now: ctx.now(), key })
}

/** Returns when an open send is checked again. */
export const nextExpiryCheck = (now: Date): Date => new Date(now.getTime() + EVERY_MS)
