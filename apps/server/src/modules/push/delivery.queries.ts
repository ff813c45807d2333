import {
  and,
  between,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PushCode } from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import { campaigns } from '#/modules/notice/notice.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { alerts, type AlertData } from '#/platform/books/alerts.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { pushDeliveries, pushServices, pushSubscriptions } from './push.table.ts'

export type Fact = { alertId: number } | { campaignId: number }

/** One push to one device that was decided to be sent. */
export type NewDelivery = { subscriptionId: number; fact: Fact; dueAt: Date; expiresAt: Date }

/**
 * Inserts deliveries, and returns when the first of them is due. Repeating the same fact and device
 * inserts nothing.
 */
export async function insertDeliveries(
  tx: Db,
  deliveries: readonly NewDelivery[],
): Promise<Date | undefined> {
  if (deliveries.length === 0) return undefined
  const rows = deliveries.map(({ fact, ...rest }) => ({ ...fact, ...rest }))
  // Raw SQL: a batch of any size is one value, joined with the devices that still exist.
  const [first] = await rowsOf<{ due_at: string | Date | null }>(
    tx,
    sql`with inserted as (
      insert into push_deliveries
        (subscription_id, alert_id, campaign_id, due_at, expires_at, origin)
      select d."subscriptionId", d."alertId", d."campaignId", d."dueAt", d."expiresAt",
        substring(s.endpoint from '^[^/]+//[^/]+')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d("subscriptionId" bigint, "alertId" bigint, "campaignId" bigint,
          "dueAt" timestamptz, "expiresAt" timestamptz)
      join push_subscriptions s on s.id = d."subscriptionId"
      on conflict do nothing returning due_at)
    select min(due_at) as due_at from inserted`,
  )
  return first?.due_at ? new Date(first.due_at) : undefined
}

/**
 * Returns each alert of a range with each device of its member, for a limited number of alerts in
 * the order of their ids.
 */
export async function findAlertsToDeliver(
  tx: Db,
  { fromId, toId, size }: { fromId: number; toId: number; size: number },
) {
  const devices = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, alerts.memberId))
  const chosen = tx
    .select()
    .from(alerts)
    .where(and(between(alerts.id, fromId, toId), exists(devices)))
    .orderBy(alerts.id)
    .limit(size)
    .as('chosen')
  const rows = await tx
    .select({
      alertId: chosen.id,
      memberId: chosen.memberId,
      subscriptionId: pushSubscriptions.id,
      code: chosen.code,
      createdAt: chosen.createdAt,
      until: chosen.usefulUntil,
    })
    .from(chosen)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.memberId, chosen.memberId))
    .orderBy(chosen.id, pushSubscriptions.id)
  return rows.map((row) => ({ ...row, until: row.until ?? undefined }))
}

/** The consecutive failures of a service, and the devices that failed since it last responded. */
export type ServiceFailure = Pick<typeof pushServices.$inferSelect, 'failures' | 'devices'>

/** Selects the origin of a device's push service, the part before the third slash. */
const originOf = sql`substring(${pushSubscriptions.endpoint} from '^[^/]+//[^/]+')`

const isPending = and(isNull(pushDeliveries.sentAt), isNull(pushDeliveries.droppedAt))

/**
 * Considers only the first pending push of each device, so that they arrive in order. A scalar
 * subquery is always an index lookup; PostgreSQL may turn `not exists` into a join over all pushes.
 */
function isFirst(db: Db) {
  const earliest = alias(pushDeliveries, 'earliest')
  const first = db
    .select({ id: earliest.id })
    .from(earliest)
    .where(
      and(
        eq(earliest.subscriptionId, pushDeliveries.subscriptionId),
        isNull(earliest.sentAt),
        isNull(earliest.droppedAt),
      ),
    )
    .orderBy(earliest.dueAt, earliest.id)
    .limit(1)
  return sql`${pushDeliveries.id} = ${first}`
}

const ofDevice = eq(pushSubscriptions.id, pushDeliveries.subscriptionId)

/** Selects and locks pushes that are due and not leased, and whose device is not blocked. */
function selectReady(db: Db, { now, size }: { now: Date; size: number }, ofService?: SQL) {
  return db
    .select({ id: pushDeliveries.id, dueAt: pushDeliveries.dueAt })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, ofDevice)
    .where(
      and(
        ofService,
        isPending,
        lte(pushDeliveries.dueAt, now),
        or(isNull(pushDeliveries.leasedUntil), lte(pushDeliveries.leasedUntil, now)),
        or(isNull(pushSubscriptions.blockedUntil), lte(pushSubscriptions.blockedUntil, now)),
        isFirst(db),
      ),
    )
    .orderBy(pushDeliveries.dueAt, pushDeliveries.id)
    .limit(size)
    .for('update', { of: pushDeliveries, skipLocked: true })
}

/**
 * Selects the ready pushes of the given services only. It reads each service in the order of its
 * index, so that the pushes of other services cost nothing, however many are pending.
 */
function selectReadyOf(db: Db, origins: readonly string[], limits: { now: Date; size: number }) {
  const origin = sql`service.origin`
  const ready = selectReady(db, limits, eq(pushDeliveries.origin, origin)).as('ready')
  return db
    .select({ id: ready.id, dueAt: ready.dueAt })
    .from(sql`unnest(${sql.param(origins)}::text[]) as service(origin)`)
    .crossJoinLateral(ready)
    .orderBy(ready.dueAt, ready.id)
    .limit(limits.size)
}

async function findBlockedServices(db: Db, now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ origin: pushServices.origin })
    .from(pushServices)
    .where(gt(pushServices.blockedUntil, now))
  return new Set(rows.map(({ origin }) => origin))
}

/** Returns the services with pending pushes, each with one lookup, because there are only a few. */
async function findPendingServices(db: Db): Promise<string[]> {
  const origins: string[] = []
  for (;;) {
    const last = origins.at(-1)
    const isLater = last === undefined ? undefined : gt(pushDeliveries.origin, last)
    const [next] = await db
      .select({ origin: min(pushDeliveries.origin) })
      .from(pushDeliveries)
      .where(and(isPending, isLater))
    if (!next?.origin) return origins
    origins.push(next.origin)
  }
}

export type DueDelivery = Awaited<ReturnType<typeof claimDeliveries>>[number]

type Claim = { now: Date; leasedUntil: Date; size: number }

/**
 * Leases ready pushes of services that are not blocked, so that no other worker sends them unless
 * this one crashes. A service that is blocked meanwhile may still get this batch.
 */
export function claimDeliveries(db: Db, claim: Claim) {
  return db.transaction(async (tx) => {
    // Raw SQL: a setting of the transaction. A plan that was cached while few pushes were pending
    // may read all of them for every claim.
    await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
    return leaseReady(tx, claim)
  })
}

async function leaseReady(db: Db, { now, leasedUntil, size }: Claim) {
  const blocked = await findBlockedServices(db, now)
  const isFree = (origin: string) => !blocked.has(origin)
  const ready =
    blocked.size === 0
      ? selectReady(db, { now, size }).as('ready')
      : selectReadyOf(db, (await findPendingServices(db)).filter(isFree), { now, size }).as('ready')
  const due = db.$with('due').as(db.select({ id: ready.id }).from(ready))
  const taken = db.$with('taken').as(
    db
      .update(pushDeliveries)
      .set({ attempts: sql`${pushDeliveries.attempts} + 1`, leasedUntil })
      .from(due)
      .where(eq(pushDeliveries.id, due.id))
      .returning({
        id: pushDeliveries.id,
        subscriptionId: pushDeliveries.subscriptionId,
        alertId: pushDeliveries.alertId,
        campaignId: pushDeliveries.campaignId,
        dueAt: pushDeliveries.dueAt,
        expiresAt: pushDeliveries.expiresAt,
      }),
  )
  const rows = await db
    .with(due, taken)
    .select({
      id: taken.id,
      subscriptionId: taken.subscriptionId,
      campaignId: taken.campaignId,
      expiresAt: taken.expiresAt,
      memberId: pushSubscriptions.memberId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      /** Consecutive failures of this device. */
      failures: pushSubscriptions.failures,
      language: members.language,
      code: sql<PushCode>`coalesce(${alerts.code}, ${campaigns.code})`,
      data: sql<AlertData & { notificationId?: number }>`coalesce(${alerts.data},
        jsonb_build_object('notificationId', ${campaigns.noticeId}))`,
      /** The time of the event. */
      factAt: sql`coalesce(${alerts.createdAt}, ${campaigns.dueAt})`.mapWith(alerts.createdAt),
      /** Identifies the event, also when it is sent again. */
      fact: sql<string>`case when ${alerts.id} is null then 'campaign-' || ${campaigns.id}
        else 'alert-' || ${alerts.id} end`,
      service: { failures: pushServices.failures, devices: pushServices.devices },
    })
    .from(taken)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, taken.subscriptionId))
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .leftJoin(alerts, eq(alerts.id, taken.alertId))
    .leftJoin(campaigns, eq(campaigns.id, taken.campaignId))
    .leftJoin(pushServices, eq(pushServices.origin, originOf))
    .orderBy(taken.dueAt, taken.id)
  return rows.map((row) => ({ ...row, service: row.service ?? { failures: 0, devices: 0 } }))
}

type Change = Partial<typeof pushDeliveries.$inferInsert>

/**
 * Changes pushes after it has locked them in the order of their ids, as withdrawing a notice does,
 * so that the two never wait for each other.
 */
async function changeInOrder(db: Db, ids: readonly number[], change: Change): Promise<void> {
  const locked = db.$with('locked').as(
    db
      .select({ id: pushDeliveries.id })
      .from(pushDeliveries)
      .where(inArray(pushDeliveries.id, idList(ids)))
      .orderBy(pushDeliveries.id)
      .for('update'),
  )
  await db
    .with(locked)
    .update(pushDeliveries)
    .set(change)
    .from(locked)
    .where(eq(pushDeliveries.id, locked.id))
}

export async function markSent(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await changeInOrder(db, ids, { sentAt: now, leasedUntil: null, lastError: null })
}

/** Marks pushes as permanently dropped. */
export async function markDropped(
  db: Db,
  ids: readonly number[],
  now: Date,
  reason: string,
): Promise<void> {
  const lastError = reason.slice(0, 500)
  await changeInOrder(db, ids, { droppedAt: now, leasedUntil: null, lastError })
}

/** Postpones pushes to another time, because their members must not be notified now. */
export async function postpone(db: Db, ids: readonly number[], dueAt: Date): Promise<void> {
  await changeInOrder(db, ids, { leasedUntil: null, dueAt })
}

/** Keeps pushes due and blocks their devices for a while, after as many failures in a row. */
export async function markLater(
  db: Db,
  deliveries: readonly Pick<DueDelivery, 'id' | 'subscriptionId'>[],
  { failures, blockedUntil, reason }: { failures: number; blockedUntil: Date; reason: string },
): Promise<void> {
  const ids = deliveries.map(({ id }) => id)
  await changeInOrder(db, ids, { leasedUntil: null, lastError: reason.slice(0, 500) })
  const devices = deliveries.map(({ subscriptionId }) => subscriptionId)
  await db
    .update(pushSubscriptions)
    .set({ failures, blockedUntil })
    .where(inArray(pushSubscriptions.id, idList(devices)))
}

export async function unblockSubscriptions(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ failures: 0, blockedUntil: null })
    .where(inArray(pushSubscriptions.id, idList(ids)))
}

export async function saveServiceFailure(
  db: Db,
  origin: string,
  trouble: ServiceFailure & { failedAt: Date; blockedUntil: Date | undefined },
): Promise<void> {
  const found = { ...trouble, blockedUntil: trouble.blockedUntil ?? null }
  await db
    .insert(pushServices)
    .values({ origin, ...found })
    .onConflictDoUpdate({ target: pushServices.origin, set: found })
}

/** Unblocks the service and thereby its devices, which failed because it was down. */
export async function unblockService(db: Db, origin: string): Promise<void> {
  await db.delete(pushServices).where(eq(pushServices.origin, origin))
}

/** Bounds how many pending pushes are read to find the next one. */
const EXAMINED_MAX = 1024
/** Sending is tried again this soon if pushes that were not read may be ready before. */
const UNREAD_RETRY_MS = 2 * MINUTE_MS

/**
 * Returns when the next push can be sent, or undefined if none is pending. Pushes behind another
 * one of the same device follow that one. Reads only the pushes that are pending for longest. If all
 * of these are blocked and there are more, sending is also due when a service is unblocked, when a
 * later push is due, and after a while, because the device of a push that was not read may be free.
 */
export async function nextDueAt(db: Db, now: Date): Promise<Date | undefined> {
  const longest = db
    .select()
    .from(pushDeliveries)
    .where(isPending)
    .orderBy(pushDeliveries.dueAt, pushDeliveries.id)
    .limit(EXAMINED_MAX)
    .as('push_deliveries')
  const device = db
    .select({ blockedUntil: pushSubscriptions.blockedUntil, origin: originOf.as('service_origin') })
    .from(pushSubscriptions)
    .where(ofDevice)
    .limit(1)
    .as('device')
  const [examined] = await db
    .select({
      count: count(),
      next: sql`min(greatest(${longest.dueAt}, ${longest.leasedUntil}, ${device.blockedUntil},
        ${pushServices.blockedUntil})) filter (where ${isFirst(db)})`.mapWith(instantOrNull),
    })
    .from(longest)
    .innerJoinLateral(device, sql`true`)
    .leftJoin(pushServices, eq(pushServices.origin, device.origin))
  if (!examined) return undefined
  const next = examined.next ?? undefined
  if (examined.count < EXAMINED_MAX || (next && next <= now)) return next
  const [later] = await db
    .select({ dueAt: pushDeliveries.dueAt })
    .from(pushDeliveries)
    .where(and(isPending, gt(pushDeliveries.dueAt, now)))
    .orderBy(pushDeliveries.dueAt)
    .limit(1)
  const [unblocked] = await db
    .select({ at: min(pushServices.blockedUntil) })
    .from(pushServices)
    .where(gt(pushServices.blockedUntil, now))
  const retryAt = new Date(now.getTime() + UNREAD_RETRY_MS)
  const times = [retryAt, next, later?.dueAt, unblocked?.at ?? undefined].filter(
    (at) => at !== undefined,
  )
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0]
}

export function countPending(db: Db): Promise<number> {
  return db.$count(pushDeliveries, isPending)
}
