import { pausedUntil, type SecurityEvent } from '@solstice/rules/account'
import { notify, type AlertCode } from '#/platform/alerts.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'
import { SECURITY_MAIL, type SecurityMail } from './security.jobs.ts'
import {
  deleteEventsOf,
  findEventTimes,
  findLastPausingEvent,
  insertEvent,
} from './security.queries.ts'

/** A PIN changed by the old one is told by mail alone. */
const ALERT_OF: Record<SecurityEvent, AlertCode | undefined> = {
  PASSWORD_RESET: 'PASSWORD_CHANGED',
  PASSWORD_CHANGED: 'PASSWORD_CHANGED',
  PIN_CHANGED: undefined,
  PIN_REPLACED: 'PIN_RESET',
  PIN_LOCKED: 'PIN_RESET',
  WALLET_CHANGED: 'WALLET_CHANGED',
  NEW_DEVICE: 'NEW_DEVICE',
}

/**
 * In the transaction of what happened: the member is told of it, by mail and in the app, if and
 * only if it did.
 */
export async function recordSecurityEvent(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  event: { memberId: number; kind: SecurityEvent; device?: string | null },
): Promise<void> {
  const now = ctx.now()
  const eventId = await insertEvent(tx, { ...event, createdAt: now })
  const payload: SecurityMail = { eventId }
  await enqueue(tx, SECURITY_MAIL, { payload, dueAt: now, now })
  const code = ALERT_OF[event.kind]
  if (code) await notify(tx, ctx, event.memberId, { code })
}

/** Until when nothing leaves the account, because somebody might have taken it over. */
export async function withdrawalsPausedUntil(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<Date | undefined> {
  return pausedUntil(await findLastPausingEvent(ctx.db, memberId), ctx.now())
}

/** When this happened to a member, oldest first. */
export function eventsSince(
  tx: Db,
  event: { memberId: number; kind: SecurityEvent; since: Date },
): Promise<Date[]> {
  return findEventTimes(tx, event)
}

/** Part of deleting an account. */
export function eraseSecurityEvents(tx: Db, memberId: number): Promise<void> {
  return deleteEventsOf(tx, memberId)
}
