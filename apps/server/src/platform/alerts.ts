import { sql, type SQL } from 'drizzle-orm'
import type { Deposit } from '@solstice/contract/alert-texts'
import type { AlertCode } from '@solstice/rules/alert'
import type { AppContext } from './context.ts'
import type { Db } from './db.ts'

export type { AlertCode } from '@solstice/rules/alert'

export type AlertData = {
  seasonId?: number
  historyId?: number
  deposit?: Deposit
  /** Of a wallet that was connected. The text of the alert names both; pushes do not carry them. */
  address?: string
  pausedUntil?: string
}

/** The kind of job that takes alerts to the devices of their members: all from one id to another. */
export const ADDRESS_ALERTS = 'push.address-alerts'
export type AddressAlerts = { fromId: number; toId: number }

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

/**
 * The same for everybody whom a query names, as `member_id, code, data`. However many they are, one
 * job is queued: others' mails do not wait for all of them. What can be done until an instant only
 * is not pushed afterwards.
 */
export async function notifyAll(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chosen: SQL,
  until?: Date,
): Promise<void> {
  const now = ctx.now().toISOString()
  await tx.execute(sql`with written as (
      insert into alerts (member_id, code, data, useful_until, created_at)
      select c.member_id, c.code, c.data, ${until?.toISOString() ?? null}::timestamptz, ${now}::timestamptz
      from (${chosen}) as c
      returning id, member_id
    ), reached as (
      -- Ids that others wrote meanwhile may lie between: whoever is addressed twice is told once.
      select min(id) as first, max(id) as last from written
      where exists (select 1 from push_subscriptions s where s.member_id = written.member_id)
    )
    insert into jobs (kind, payload, due_at, created_at)
    select ${ADDRESS_ALERTS}, jsonb_build_object('fromId', first, 'toId', last),
      ${now}::timestamptz, ${now}::timestamptz
    from reached where first is not null`)
}
