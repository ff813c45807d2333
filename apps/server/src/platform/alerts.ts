import { sql, type SQL } from 'drizzle-orm'
import type { AlertCode } from '@solstice/rules/alert'
import type { AppContext } from './context.ts'
import type { Db } from './db.ts'

export { ALERT_CODES, type AlertCode } from '@solstice/rules/alert'

export type AlertData = { seasonId?: number; historyId?: number }

/** The kind of job that takes an alert to the member's devices. */
export const DELIVER_ALERT = 'push.deliver-alert'
export type DeliverAlert = { alertId: number }

/** Part of deleting an account. What was not pushed of them yet goes with them. */
export async function eraseAlerts(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`delete from alerts where member_id = ${memberId}`)
}

/**
 * In the transaction of the fact, so that nobody is told of what did not happen. The job that
 * pushes it is queued in the same statement, for members who have a device that receives pushes.
 */
export function notify(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
  alert: { code: AlertCode; data?: AlertData },
): Promise<void> {
  const data = JSON.stringify(alert.data ?? {})
  const one = sql`select ${memberId}::bigint as member_id, ${alert.code}::text as code, ${data}::jsonb as data`
  return notifyAll(tx, ctx, one)
}

/** The same for everybody whom a query names, as `member_id, code, data`. */
export async function notifyAll(tx: Db, ctx: Pick<AppContext, 'now'>, chosen: SQL): Promise<void> {
  const now = ctx.now().toISOString()
  await tx.execute(sql`with written as (
      insert into alerts (member_id, code, data, created_at)
      select c.member_id, c.code, c.data, ${now}::timestamptz from (${chosen}) as c
      returning id, member_id
    )
    insert into jobs (kind, payload, due_at, created_at)
    select ${DELIVER_ALERT}, jsonb_build_object('alertId', written.id), ${now}::timestamptz, ${now}::timestamptz
    from written
    where exists (select 1 from push_subscriptions s where s.member_id = written.member_id)`)
}
