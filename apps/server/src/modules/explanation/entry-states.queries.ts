import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Language } from '@solstice/contract/messages'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { pushDeliveries } from '#/modules/push/push.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { ADDRESS_ALERTS } from '#/platform/books/alerts.ts'
import { alerts } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'

export async function findProductName(
  db: Db,
  productId: number,
  language: Language,
): Promise<string | null> {
  const [row] = await db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  return row?.name[language] ?? null
}

export async function findWithdrawal(db: Db, of: { memberId: number; withdrawalId: number }) {
  const [row] = await db
    .select()
    .from(inviteWithdrawals)
    .where(
      and(eq(inviteWithdrawals.id, of.withdrawalId), eq(inviteWithdrawals.memberId, of.memberId)),
    )
  return row
}

/** Returns why a withdrawal failed, in the form that members see; other payouts have no reason. */
export async function findFailure(
  db: Db,
  { key, purpose }: { key: string; purpose: string },
): Promise<string | null> {
  const [, id] = /^withdrawal:(\d+)$/.exec(key) ?? []
  if (purpose !== 'WITHDRAWAL' || id === undefined) return null
  const [row] = await db
    .select({ failure: inviteWithdrawals.failure })
    .from(inviteWithdrawals)
    .where(eq(inviteWithdrawals.id, Number(id)))
  return row?.failure ?? null
}

export type AlertRow = NonNullable<Awaited<ReturnType<typeof findAlert>>>

/** Returns an alert of a member with its pushes, one for each device. */
export async function findAlert(db: Db, of: { memberId: number; alertId: number }) {
  const { code, createdAt, pushSkipped } = alerts
  const [alert] = await db
    .select({ code, createdAt, pushSkipped })
    .from(alerts)
    .where(and(eq(alerts.id, of.alertId), eq(alerts.memberId, of.memberId)))
  if (!alert) return undefined
  const { dueAt, expiresAt, attempts, sentAt, droppedAt, lastError, origin } = pushDeliveries
  const pushes = await db
    .select({ dueAt, expiresAt, attempts, sentAt, droppedAt, lastError, origin })
    .from(pushDeliveries)
    .where(eq(pushDeliveries.alertId, of.alertId))
    .orderBy(pushDeliveries.id)
  return { ...alert, pushes }
}

/** Returns whether the job that prepares the pushes of an alert has not run yet. */
export async function isPushPending(db: Db, alertId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, ADDRESS_ALERTS),
        isNull(jobs.doneAt),
        isNull(jobs.deadAt),
        sql`${alertId}::bigint between (${jobs.payload} ->> 'fromId')::bigint
          and (${jobs.payload} ->> 'toId')::bigint`,
      ),
    )
    .limit(1)
  return row !== undefined
}

export async function findOrder(db: Db, of: { memberId: number; orderId: number }) {
  const [row] = await db
    .select({ order: orders, productName: products.name })
    .from(orders)
    .leftJoin(products, eq(products.id, orders.productId))
    .where(and(eq(orders.id, of.orderId), eq(orders.memberId, of.memberId)))
  return row
}

export async function findRefund(db: Db, of: { memberId: number; refundId: number }) {
  const [row] = await db
    .select({ refund: refunds, order: orders, productName: products.name })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(products, eq(products.id, orders.productId))
    .where(and(eq(refunds.id, of.refundId), eq(refunds.memberId, of.memberId)))
  return row
}

/** Returns the refund of an order, if there is one. */
export async function findRefundId(db: Db, orderId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.id))
    .limit(1)
  return row?.id
}
