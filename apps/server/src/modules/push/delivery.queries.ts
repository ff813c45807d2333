import { sql } from 'drizzle-orm'
import type { Language } from '@solstice/contract/messages'
import type { PushCode } from '@solstice/rules/alert'
import type { AlertData } from '#/platform/alerts.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

export type Fact = { alertId: number } | { campaignId: number }

/** One push to one device that somebody decided to send. */
export type NewDelivery = { subscriptionId: number; fact: Fact; dueAt: Date; expiresAt: Date }

/** Again for the same fact and device writes nothing: the first one counts. */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ fact, ...rest }) => ({ ...fact, ...rest }))
  await tx.execute(sql`insert into push_deliveries
      (subscription_id, alert_id, campaign_id, due_at, expires_at)
    select d."subscriptionId", d."alertId", d."campaignId", d."dueAt", d."expiresAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d("subscriptionId" bigint, "alertId" bigint, "campaignId" bigint,
        "dueAt" timestamptz, "expiresAt" timestamptz)
    -- The device may be gone by now.
    join push_subscriptions s on s.id = d."subscriptionId"
    on conflict do nothing`)
}

export type AlertToDeliver = {
  alertId: number
  memberId: number
  subscriptionId: number
  code: PushCode
  createdAt: Date
  until: Date | undefined
}

/** Each alert of a range with each device of its member, for so many alerts in the order of their ids. */
export async function findAlertsToDeliver(
  tx: Db,
  { fromId, toId, size }: { fromId: number; toId: number; size: number },
): Promise<AlertToDeliver[]> {
  const rows = await rowsOf<{
    id: string | number
    member_id: string | number
    subscription_id: string | number
    code: PushCode
    created_at: string | Date
    useful_until: string | Date | null
  }>(
    tx,
    sql`select a.id, a.member_id, s.id as subscription_id, a.code, a.created_at, a.useful_until
      from (
        select * from alerts where id between ${fromId} and ${toId}
          and exists (select 1 from push_subscriptions s where s.member_id = alerts.member_id)
        order by id limit ${size}
      ) a join push_subscriptions s on s.member_id = a.member_id
      order by a.id, s.id`,
  )
  return rows.map((row) => ({
    alertId: Number(row.id),
    memberId: Number(row.member_id),
    subscriptionId: Number(row.subscription_id),
    code: row.code,
    createdAt: new Date(row.created_at),
    until: row.useful_until === null ? undefined : new Date(row.useful_until),
  }))
}

export type DueDelivery = {
  id: number
  subscriptionId: number
  memberId: number
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
  /** Of this device in a row. */
  failures: number
  service: ServiceTrouble
}

/** Tries in a row after which a service was left alone, and devices that failed since it answered. */
export type ServiceTrouble = { failures: number; devices: number }

/** Where a device's push service is: what stands before the third slash. */
const originOf = sql`substring(s.endpoint from '^[^/]+//[^/]+')`

const isPending = sql`d.sent_at is null and d.dropped_at is null`

/** Of one device's pushes only the first is looked at, so that they arrive in order. */
const isFirst = sql`not exists (select 1 from push_deliveries e
  where e.subscription_id = d.subscription_id and e.sent_at is null
    and e.dropped_at is null and (e.due_at, e.id) < (d.due_at, d.id))`

/** Due, in nobody's hands, and neither its device nor its service is left alone. */
const isReady = (at: string) => sql`${isPending} and d.due_at <= ${at}::timestamptz
  and (d.leased_until is null or d.leased_until <= ${at}::timestamptz)
  and (s.blocked_until is null or s.blocked_until <= ${at}::timestamptz)
  and not exists (select 1 from push_services p
    where p.origin = ${originOf} and p.blocked_until > ${at}::timestamptz)
  and ${isFirst}`

/** Takes what is ready, for a while: nobody else gets it, unless this worker dies. */
export async function claimDeliveries(
  db: Db,
  { now, leasedUntil, size }: { now: Date; leasedUntil: Date; size: number },
): Promise<DueDelivery[]> {
  const at = now.toISOString()
  const rows = await rowsOf<
    Omit<DueDelivery, 'id' | 'subscriptionId' | 'memberId' | 'factAt' | 'expiresAt'> & {
      id: string | number
      subscriptionId: string | number
      memberId: string | number
      factAt: string | Date
      expiresAt: string | Date
    }
  >(
    db,
    sql`with due as (
        select d.id from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
        where ${isReady(at)}
        order by d.due_at, d.id limit ${size} for update of d skip locked
      ), taken as (
        update push_deliveries d set attempts = d.attempts + 1,
          leased_until = ${leasedUntil.toISOString()}::timestamptz
        from due where d.id = due.id
        returning d.id, d.subscription_id, d.alert_id, d.campaign_id, d.due_at, d.expires_at
      )
      select d.id, d.subscription_id as "subscriptionId", s.member_id as "memberId", s.endpoint, s.p256dh, s.auth, s.failures,
        m.language, d.expires_at as "expiresAt", coalesce(a.code, c.code) as code,
        coalesce(a.created_at, c.due_at) as "factAt",
        coalesce(a.data, jsonb_build_object('notificationId', c.notice_id)) as data,
        case when a.id is null then 'campaign-' || c.id else 'alert-' || a.id end as fact,
        coalesce((select jsonb_build_object('failures', p.failures, 'devices', p.devices)
          from push_services p where p.origin = ${originOf}),
          '{"failures": 0, "devices": 0}'::jsonb) as service
      from taken d join push_subscriptions s on s.id = d.subscription_id
        join members m on m.id = s.member_id
        left join alerts a on a.id = d.alert_id left join campaigns c on c.id = d.campaign_id
      order by d.due_at, d.id`,
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    subscriptionId: Number(row.subscriptionId),
    memberId: Number(row.memberId),
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

/** Nobody is to be told now: it is due at another time. */
export async function postpone(db: Db, id: number, dueAt: Date): Promise<void> {
  await db.execute(sql`update push_deliveries set leased_until = null,
    due_at = ${dueAt.toISOString()}::timestamptz where id = ${id}`)
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

export async function saveServiceTrouble(
  db: Db,
  origin: string,
  trouble: ServiceTrouble & { failedAt: Date; blockedUntil: Date | undefined },
): Promise<void> {
  const { failures, devices, failedAt, blockedUntil } = trouble
  await db.execute(sql`insert into push_services (origin, failures, devices, failed_at, blocked_until)
    values (${origin}, ${failures}, ${devices}, ${failedAt.toISOString()}::timestamptz,
      ${blockedUntil?.toISOString() ?? null}::timestamptz)
    on conflict (origin) do update set failures = excluded.failures, devices = excluded.devices,
      failed_at = excluded.failed_at, blocked_until = excluded.blocked_until`)
}

/** The devices behind it are no longer held back either: they failed because it was down. */
export async function forgiveService(db: Db, origin: string): Promise<void> {
  await db.execute(sql`delete from push_services where origin = ${origin}`)
}

/**
 * When something can be sent next; nothing if nothing waits. What waits behind another push of its
 * device comes with that one.
 */
export async function nextDueAt(db: Db, now: Date): Promise<Date | undefined> {
  const ready = await rowsOf(
    db,
    sql`select 1 from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
      where ${isReady(now.toISOString())} limit 1`,
  )
  if (ready.length > 0) return now
  const [row] = await rowsOf<{ next: string | Date | null }>(
    db,
    sql`select min(greatest(d.due_at, d.leased_until, s.blocked_until, p.blocked_until)) as next
      from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
        left join push_services p on p.origin = ${originOf}
      where ${isPending} and ${isFirst}`,
  )
  return row?.next ? new Date(row.next) : undefined
}

export async function countPending(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: string | number }>(
    db,
    sql`select count(*) as count from push_deliveries d where ${isPending}`,
  )
  return Number(row?.count ?? 0)
}
