import { sql } from 'drizzle-orm'
import type { Language } from '@solstice/contract/messages'
import type { PushCode } from '@solstice/rules/alert'
import type { AlertData } from '#/platform/alerts.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

/** One push to one device that somebody decided to send. */
export type NewDelivery = { subscriptionId: number; dueAt: Date; expiresAt: Date }
type Fact = { alertId: number } | { campaignId: number }

/** Again for the same fact and device writes nothing: the first one counts. */
export async function insertDeliveries(
  tx: Db,
  fact: Fact,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const alertId = 'alertId' in fact ? fact.alertId : null
  const campaignId = 'campaignId' in fact ? fact.campaignId : null
  await tx.execute(sql`insert into push_deliveries
      (subscription_id, alert_id, campaign_id, due_at, expires_at)
    select d."subscriptionId", ${alertId}::bigint, ${campaignId}::bigint, d."dueAt", d."expiresAt"
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d("subscriptionId" bigint, "dueAt" timestamptz, "expiresAt" timestamptz)
    -- The device may be gone by now.
    join push_subscriptions s on s.id = d."subscriptionId"
    on conflict do nothing`)
}

export type AlertToDeliver = { memberId: number; code: PushCode; createdAt: Date }

export async function findAlertToDeliver(
  db: Db,
  alertId: number,
): Promise<AlertToDeliver | undefined> {
  const [row] = await rowsOf<{
    member_id: string | number
    code: PushCode
    created_at: string | Date
  }>(db, sql`select member_id, code, created_at from alerts where id = ${alertId}`)
  return (
    row && {
      memberId: Number(row.member_id),
      code: row.code,
      createdAt: new Date(row.created_at),
    }
  )
}

export type DueDelivery = {
  id: number
  subscriptionId: number
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  code: PushCode
  data: AlertData & { notificationId?: number }
  /** When the fact happened. */
  factAt: Date
  /** Tells the facts apart, and the same fact from itself sent again. */
  fact: string
  expiresAt: Date
  /** Of this device in a row, and of its whole service. */
  failures: number
  serviceFailures: number
}

/** Where a device's push service is: what stands before the third slash. */
const originOf = sql`substring(s.endpoint from '^[^/]+//[^/]+')`

const isPending = sql`d.sent_at is null and d.dropped_at is null`

/**
 * Takes what is due, for a while: nobody else gets it, unless this worker dies. Of one device's
 * pushes only the first, so that they arrive in order; and nothing for a service that is down.
 */
export async function claimDeliveries(
  db: Db,
  { now, leasedUntil, size }: { now: Date; leasedUntil: Date; size: number },
): Promise<DueDelivery[]> {
  const at = now.toISOString()
  const rows = await rowsOf<
    Omit<DueDelivery, 'id' | 'subscriptionId' | 'factAt' | 'expiresAt'> & {
      id: string | number
      subscriptionId: string | number
      factAt: string | Date
      expiresAt: string | Date
    }
  >(
    db,
    sql`with due as (
        select d.id from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
        where ${isPending} and d.due_at <= ${at}::timestamptz
          and (d.leased_until is null or d.leased_until <= ${at}::timestamptz)
          and (s.blocked_until is null or s.blocked_until <= ${at}::timestamptz)
          and not exists (select 1 from push_services p
            where p.origin = ${originOf} and p.blocked_until > ${at}::timestamptz)
          and not exists (select 1 from push_deliveries e
            where e.subscription_id = d.subscription_id and e.sent_at is null
              and e.dropped_at is null and (e.due_at, e.id) < (d.due_at, d.id))
        order by d.due_at, d.id limit ${size} for update of d skip locked
      ), taken as (
        update push_deliveries d set attempts = d.attempts + 1,
          leased_until = ${leasedUntil.toISOString()}::timestamptz
        from due where d.id = due.id
        returning d.id, d.subscription_id, d.alert_id, d.campaign_id, d.due_at, d.expires_at
      )
      select d.id, d.subscription_id as "subscriptionId", s.endpoint, s.p256dh, s.auth, s.failures,
        m.language, d.expires_at as "expiresAt", coalesce(a.code, c.code) as code,
        coalesce(a.created_at, c.due_at) as "factAt",
        coalesce(a.data, jsonb_build_object('notificationId', c.notice_id)) as data,
        case when a.id is null then 'campaign-' || c.id else 'alert-' || a.id end as fact,
        coalesce((select p.failures from push_services p where p.origin = ${originOf}), 0) as "serviceFailures"
      from taken d join push_subscriptions s on s.id = d.subscription_id
        join members m on m.id = s.member_id
        left join alerts a on a.id = d.alert_id left join campaigns c on c.id = d.campaign_id
      order by d.due_at, d.id`,
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    subscriptionId: Number(row.subscriptionId),
    factAt: new Date(row.factAt),
    expiresAt: new Date(row.expiresAt),
  }))
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.execute(sql`update push_deliveries set sent_at = ${now.toISOString()}::timestamptz,
    leased_until = null, last_error = null where id = ${id}`)
}

/** It will not be sent any more. */
export async function markDropped(db: Db, id: number, now: Date, reason: string): Promise<void> {
  await db.execute(sql`update push_deliveries set dropped_at = ${now.toISOString()}::timestamptz,
    leased_until = null, last_error = ${reason.slice(0, 500)} where id = ${id}`)
}

/** It stays due, and the device is left alone for a while. */
export async function markLater(
  db: Db,
  delivery: Pick<DueDelivery, 'id' | 'subscriptionId'>,
  { blockedUntil, reason }: { blockedUntil: Date; reason: string },
): Promise<void> {
  await db.execute(sql`update push_deliveries set leased_until = null,
    last_error = ${reason.slice(0, 500)} where id = ${delivery.id}`)
  await db.execute(sql`update push_subscriptions set failures = failures + 1,
    blocked_until = ${blockedUntil.toISOString()}::timestamptz where id = ${delivery.subscriptionId}`)
}

export async function forgiveSubscription(db: Db, id: number): Promise<void> {
  await db.execute(sql`update push_subscriptions set failures = 0, blocked_until = null
    where id = ${id}`)
}

export async function blockService(
  db: Db,
  origin: string,
  { failures, blockedUntil }: { failures: number; blockedUntil: Date },
): Promise<void> {
  await db.execute(sql`insert into push_services (origin, failures, blocked_until)
    values (${origin}, ${failures}, ${blockedUntil.toISOString()}::timestamptz)
    on conflict (origin) do update set failures = excluded.failures,
      blocked_until = excluded.blocked_until`)
}

/** The devices behind it are no longer held back either: they failed because it was down. */
export async function forgiveService(db: Db, origin: string): Promise<void> {
  await db.execute(sql`delete from push_services where origin = ${origin}`)
}

/** When something waits next; nothing if nothing waits. */
export async function nextDueAt(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ next: string | Date | null }>(
    db,
    sql`select min(greatest(d.due_at, d.leased_until, s.blocked_until, p.blocked_until)) as next
      from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
        left join push_services p on p.origin = ${originOf}
      where ${isPending}`,
  )
  return row?.next ? new Date(row.next) : undefined
}

export async function deleteSettled(db: Db, before: Date): Promise<void> {
  const at = before.toISOString()
  await db.execute(sql`delete from push_deliveries
    where sent_at <= ${at}::timestamptz or dropped_at <= ${at}::timestamptz`)
}
