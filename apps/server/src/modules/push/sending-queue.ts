import { SECOND_MS } from '@solstice/rules/duration'
import type { Db } from '#/platform/process/db.ts'
import { enqueue, enqueuePoll } from '#/platform/process/jobs.ts'

export const PUSH_SEND = 'push.send'

/**
 * Enqueues sending for the time of the next push. The second is part of the key, so that one job
 * runs per second.
 */
export async function queueSendingAt(db: Db, next: Date, now: Date): Promise<void> {
  if (next <= now) return enqueuePoll(db, PUSH_SEND, now)
  const second = Math.ceil(next.getTime() / SECOND_MS)
  const dueAt = new Date(second * SECOND_MS)
  await enqueue(db, PUSH_SEND, { payload: null, dueAt, now, key: `${PUSH_SEND}:${second}` })
}
