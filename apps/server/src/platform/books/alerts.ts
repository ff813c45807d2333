import { eq, sql, type ColumnsSelection } from 'drizzle-orm'
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder'
import type { AlertCode } from '@solstice/rules/alert'
import { alerts, type AlertData } from './alerts.table.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

export type { AlertCode } from '@solstice/rules/alert'
export type { AlertData } from './alerts.table.ts'

/** The kind of job that pushes alerts to members' devices: all from one id to another. */
export const ADDRESS_ALERTS = 'push.address-alerts'
export type AddressAlerts = { fromId: number; toId: number }

/**
 * Part of deleting an account. Pushes of these alerts that are still queued are dropped with them.
 */
export async function eraseAlerts(tx: Db, memberId: number): Promise<void> {
  await tx.delete(alerts).where(eq(alerts.memberId, memberId))
}

/**
 * Runs in the transaction of the fact, so that no one is notified of a fact that was rolled back.
 * The same statement queues the push job for members who have a device that receives pushes.
 */
export function notify(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
  alert: { code: AlertCode; data?: AlertData },
): Promise<void> {
  return notifyEach(tx, ctx, [memberId], alert)
}

/** Sends the same alert to each member. */
export function notifyEach(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberIds: readonly number[],
  alert: { code: AlertCode; data?: AlertData; until?: Date | undefined },
): Promise<void> {
  const { code, data = {}, until } = alert
  const chosen = tx
    .select({
      memberId: sql<number>`value::bigint`,
      code: sql<AlertCode>`${code}::text`,
      data: sql<AlertData>`${JSON.stringify(data)}::jsonb`,
    })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb)`)
  return notifyAll(tx, ctx, chosen, until)
}

/** Sends an alert of the same code to each member, with data of its own. */
export function notifyWith(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  code: AlertCode,
  rows: readonly { memberId: number; data: AlertData }[],
): Promise<void> {
  const chosen = tx
    .select({
      memberId: sql<number>`"memberId"`,
      code: sql<AlertCode>`${code}::text`,
      data: sql<AlertData>`data`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("memberId" bigint, data jsonb)`,
    )
  return notifyAll(tx, ctx, chosen)
}

/** A query that selects these three columns, in this order. */
type AlertsQuery = TypedQueryBuilder<
  ColumnsSelection,
  { memberId: number; code: AlertCode; data: AlertData }[]
>

/**
 * Sends an alert to every member that a query returns. It queues one job regardless of their
 * number, so that it does not delay other jobs. An alert with an expiry is not pushed afterwards.
 */
export async function notifyAll(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chosen: AlertsQuery,
  until?: Date,
): Promise<void> {
  const now = ctx.now().toISOString()
  // Raw SQL: one statement writes the alerts and the job that pushes them.
  await tx.execute(sql`with written as (
      insert into alerts (member_id, code, data, useful_until, created_at, push_skipped)
      select c.member_id, c.code, c.data, ${until?.toISOString() ?? null}::timestamptz,
        ${now}::timestamptz,
        case when not exists (select 1 from push_subscriptions s where s.member_id = c.member_id)
          then 'NO_DEVICE' end
      from ${chosen} as c(member_id, code, data)
      returning id, push_skipped
    ), reached as (
      -- Ids written by others may lie between; a member who is addressed twice is notified once.
      select min(id) as first, max(id) as last from written where push_skipped is null
    )
    insert into jobs (kind, payload, due_at, created_at)
    select ${ADDRESS_ALERTS}, jsonb_build_object('fromId', first, 'toId', last),
      ${now}::timestamptz, ${now}::timestamptz
    from reached where first is not null`)
}
