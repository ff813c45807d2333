import { Code } from '@solstice/contract/codes'
import {
  isReportLinkOpen,
  PAUSING_EVENTS,
  pausedUntil,
  REPORT_LINK_TTL_MS,
  TAKEOVER_EVENTS,
  type SecurityEvent,
} from '@solstice/rules/account'
import { decideHold, type PayoutHold } from '@solstice/rules/payout-hold'
import type { Trace } from '@solstice/rules/trace'
import { notify, type AlertCode, type AlertData } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'
import {
  DELETE_EVENTS,
  SECURITY_MAIL,
  type DeleteEvents,
  type SecurityMail,
} from './security.jobs.ts'
import { eventIdOfLink } from './security.link.ts'
import {
  anonymiseEvents,
  deleteEventsUntil,
  findEvent,
  findEventTimes,
  findHoldFacts,
  findLastEvent,
  hasEventsSince,
  insertEvent,
  markReported,
  type SecurityEventRow,
} from './security.queries.ts'

/**
 * The first PIN, the first wallet, a PIN changed with the old one and a download of the member's data
 * send a mail but no alert.
 */
const ALERT_OF: Record<SecurityEvent, AlertCode | undefined> = {
  PASSWORD_RESET: 'PASSWORD_RESET',
  PASSWORD_CHANGED: 'PASSWORD_CHANGED',
  PIN_SET: undefined,
  PIN_CHANGED: undefined,
  PIN_REPLACED: 'PIN_RESET',
  PIN_LOCKED: 'PIN_LOCKED',
  WALLET_REGISTERED: undefined,
  WALLET_CHANGED: 'WALLET_CHANGED',
  NEW_DEVICE: 'NEW_DEVICE',
  DATA_EXPORTED: undefined,
}

/**
 * Runs in the transaction of the event, so that the member is notified by mail and alert if and
 * only if it is committed.
 */
export async function recordSecurityEvent(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  event: { memberId: number; kind: SecurityEvent; device?: string | null; address?: string },
): Promise<void> {
  const now = ctx.now()
  const eventId = await insertEvent(tx, { ...event, createdAt: now })
  const payload: SecurityMail = { eventId }
  await enqueue(tx, SECURITY_MAIL, { payload, dueAt: now, now })
  const code = ALERT_OF[event.kind]
  if (code) await notify(tx, ctx, event.memberId, { code, data: alertDataOf(event, now) })
}

function alertDataOf(event: { kind: SecurityEvent; address?: string }, now: Date): AlertData {
  const until = pausedUntil(now, now)
  if (event.kind !== 'WALLET_CHANGED' || event.address === undefined || !until) return {}
  return { address: event.address, pausedUntil: until.toISOString() }
}

/** Returns the end of the withdrawal pause that follows a possible account takeover. */
export async function withdrawalsPausedUntil(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<Date | undefined> {
  return pausedUntil(await findLastEvent(ctx.db, memberId, PAUSING_EVENTS), ctx.now())
}

/** Returns the times of these events of a member, oldest first. */
export function eventsSince(
  tx: Db,
  event: { memberId: number; kind: SecurityEvent; since: Date },
): Promise<Date[]> {
  return findEventTimes(tx, event)
}

/**
 * Returns the reason why the member cannot be paid now. It is checked with the request and again
 * before each signature.
 */
export async function payoutHoldOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<PayoutHold | undefined> {
  return (await payoutHoldsOf(ctx, [memberId])).get(memberId)
}

/** Returns the holds of those members who cannot be paid now. */
export async function payoutHoldsOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberIds: readonly number[],
): Promise<Map<number, PayoutHold>> {
  const holds = new Map<number, PayoutHold>()
  for (const [memberId, facts] of await findHoldFacts(ctx.db, memberIds)) {
    const hold = decideHold(facts, ctx.now())
    if (hold) holds.set(memberId, hold)
  }
  return holds
}

/** Rejects irreversible actions while the account may be under someone else's control. */
export async function assertNoTakeoverPause(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  const until = pausedUntil(await findLastEvent(tx, memberId, TAKEOVER_EVENTS), ctx.now())
  if (until) throw refusePaused(until)
}

export function refusePaused(until: Date, trace?: Trace): Refusal {
  const paused = until.toISOString()
  const time = `${paused.slice(0, 16).replace('T', ' ')} UTC`
  return refuse(Code.WITHDRAWALS_PAUSED, { values: { time }, data: { pausedUntil: paused }, trace })
}

/**
 * Returns the event of a mailed link unless the link has expired; a used link is returned with
 * `isOpen` false.
 */
export async function eventOfLink(
  ctx: Pick<AppContext, 'db' | 'now' | 'lastingKeys'>,
  token: string,
): Promise<(SecurityEventRow & { isOpen: boolean }) | undefined> {
  const id = eventIdOfLink(ctx, token)
  const event = id === undefined ? undefined : await findEvent(ctx.db, id)
  if (!event) return undefined
  const isOpen = isReportLinkOpen(event, ctx.now())
  return isOpen || event.reportedAt ? { ...event, isOpen } : undefined
}

/** Runs in the transaction of the link's effect. Returns false if the link was used before. */
export function markLinkUsed(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  event: Pick<SecurityEventRow, 'id'>,
): Promise<boolean> {
  return markReported(tx, event.id, ctx.now())
}

/**
 * Part of deleting an account. Events whose links still work are anonymised and kept, so that a
 * thief cannot disable the links by deleting the account.
 */
export async function eraseSecurityEvents(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  member: { id: number; email: string },
): Promise<void> {
  const now = ctx.now()
  const oldestValidLink = new Date(now.getTime() - REPORT_LINK_TTL_MS)
  await deleteEventsUntil(tx, member.id, oldestValidLink)
  if (!(await hasEventsSince(tx, member.id, oldestValidLink))) return
  await anonymiseEvents(tx, member.id, member.email)
  const payload: DeleteEvents = { memberId: member.id }
  const dueAt = new Date(now.getTime() + REPORT_LINK_TTL_MS)
  await enqueue(tx, DELETE_EVENTS, { payload, dueAt, now })
}
