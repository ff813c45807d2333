import { sql } from 'drizzle-orm'
import type { AppContext } from './context.ts'
import type { Db } from './db.ts'

/** What a member can be told about. The app knows where each one leads. */
export const ALERT_CODES = [
  'PURCHASE_SUCCESS',
  'PURCHASE_FAIL',
  'REFUND_COMPLETE',
  'REFUND_SUBMIT',
  'PURCHASE',
  'TICKET',
  'CHECK_IN',
  'RANDOM_XP',
  'SEASON_OPEN',
  'REWARD',
  'MAINTENANCE_START',
  'MAINTENANCE_END',
  // What happened to the account itself. The app's table of deep links does not have these, so
  // they lead to /home.
  'PASSWORD_CHANGED',
  'PIN_RESET',
  'NEW_DEVICE',
] as const
export type AlertCode = (typeof ALERT_CODES)[number]

export type AlertData = { seasonId?: number; historyId?: number }

/** Part of deleting an account. */
export async function eraseAlerts(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`delete from alerts where member_id = ${memberId}`)
}

/** In the transaction of the fact, so that nobody is told of what did not happen. */
export async function notify(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
  alert: { code: AlertCode; data?: AlertData },
): Promise<void> {
  await tx.execute(sql`insert into alerts (member_id, code, data, created_at)
    values (${memberId}, ${alert.code}, ${JSON.stringify(alert.data ?? {})}::jsonb,
      ${ctx.now().toISOString()}::timestamptz)`)
}
