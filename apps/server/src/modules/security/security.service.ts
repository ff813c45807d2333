import { pausedUntil, type SecurityEvent } from '@solstice/rules/account'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'
import { SECURITY_MAIL, type SecurityMail } from './security.jobs.ts'
import { deleteEventsOf, findLastPausingEvent, insertEvent } from './security.queries.ts'

/** In the transaction of what happened: the member is told of it if and only if it did. */
export async function recordSecurityEvent(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  event: { memberId: number; kind: SecurityEvent; device?: string },
): Promise<void> {
  const now = ctx.now()
  const eventId = await insertEvent(tx, { ...event, createdAt: now })
  const payload: SecurityMail = { eventId }
  await enqueue(tx, SECURITY_MAIL, { payload, dueAt: now, now })
}

/** Until when nothing leaves the account, because somebody might have taken it over. */
export async function withdrawalsPausedUntil(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<Date | undefined> {
  return pausedUntil(await findLastPausingEvent(ctx.db, memberId), ctx.now())
}

/** Part of deleting an account. */
export function eraseSecurityEvents(tx: Db, memberId: number): Promise<void> {
  return deleteEventsOf(tx, memberId)
}
