import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { approvals } from '#/modules/approval/approval.table.ts'
import { operators } from '#/modules/operator/operator.table.ts'
import { orders, payments } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList, textList } from '#/platform/process/expressions.ts'
import { offsetOf, type Cursor, type PageQuery } from '#/platform/process/page.ts'
import type { Refund, RefundState } from './refund.queries.ts'
import { refunds } from './refund.table.ts'

export type QueueFilter = {
  state: RefundState | undefined
  type: Refund['type'] | undefined
  userId: number | undefined
  forOperator: boolean | undefined
  claimedBy: 'me' | 'others' | 'nobody' | undefined
}

type Moment = { now: Date; overdueBefore: Date; operatorId: number }

export type QueueRow = Awaited<ReturnType<typeof findRows>>[number]

const selectRows = (db: Db) =>
  db
    .select({
      refund: refunds,
      nickname: members.nickname,
      language: members.language,
      order: orders,
      payment: payments,
      productName: products.name,
      claimedByName: operators.name,
    })
    .from(refunds)
    .innerJoin(members, eq(members.id, refunds.memberId))
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(products, eq(products.id, orders.productId))
    .leftJoin(operators, eq(operators.id, refunds.claimedBy))

/** Returns a refund as the queue shows it. */
export async function findQueueRow(db: Db, refundId: number): Promise<QueueRow | undefined> {
  const [row] = await selectRows(db).where(eq(refunds.id, refundId))
  return row
}

const findRows = (db: Db, where: SQL | undefined, order: SQL[], query: PageQuery) =>
  selectRows(db)
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(offsetOf(query))

/**
 * Returns a page of the queue: without a state those that wait for an operator, oldest first; with
 * one, the latest first.
 */
export async function findQueuePage(
  db: Db,
  query: PageQuery,
  filter: QueueFilter,
  at: Moment,
): Promise<{ rows: QueueRow[]; totalCount: number }> {
  const where = conditionOf(filter, at)
  const rows = await findRows(db, where, orderOf(filter), query)
  return { rows, totalCount: await db.$count(refunds, where) }
}

/** Returns entries of the queue behind one of them, or from its beginning, in the order of its pages. */
export function findQueueBehind(
  db: Db,
  { size, cursor }: { size: number; cursor: Cursor | undefined },
  filter: QueueFilter,
  at: Moment,
): Promise<QueueRow[]> {
  const where = and(conditionOf(filter, at), cursor && behind(filter, cursor))
  return findRows(db, where, orderOf(filter), { page: 1, size })
}

const orderOf = ({ state }: QueueFilter): SQL[] =>
  state === undefined ? [asc(refunds.requestedAt), asc(refunds.id)] : [desc(refunds.id)]

function behind({ state }: QueueFilter, { id, value = 0 }: Cursor): SQL {
  if (state !== undefined) return lt(refunds.id, id)
  // One comparison of both columns, so that an index leads to the place.
  return sql`(${refunds.requestedAt}, ${refunds.id})
    > (${new Date(value).toISOString()}::timestamptz, ${id})`
}

function conditionOf({ state, type, userId, forOperator, claimedBy }: QueueFilter, at: Moment) {
  const isWaiting = or(eq(refunds.forOperator, true), lt(refunds.dueAt, at.overdueBefore))
  return and(
    // Inlined, because PostgreSQL uses a partial index only if the statement repeats its condition.
    eq(refunds.state, state ?? 'REQUESTED').inlineParams(),
    state === undefined && forOperator === undefined ? isWaiting : undefined,
    forOperator === undefined ? undefined : eq(refunds.forOperator, forOperator),
    type === undefined ? undefined : eq(refunds.type, type),
    userId === undefined ? undefined : eq(refunds.memberId, userId),
    claimedBy === undefined ? undefined : claimCondition(claimedBy, at),
  )
}

function claimCondition(claimedBy: 'me' | 'others' | 'nobody', { now, operatorId }: Moment) {
  const isHeld = gt(refunds.claimedUntil, now)
  switch (claimedBy) {
    case 'me':
      return and(isHeld, eq(refunds.claimedBy, operatorId))
    case 'others':
      return and(isHeld, ne(refunds.claimedBy, operatorId))
    case 'nobody':
      return or(isNull(refunds.claimedUntil), not(isHeld))
  }
}

/** Returns the balances that members could give back, by member, asset and scope. */
export async function findBalances(
  db: Db,
  memberIds: readonly number[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .select({
      memberId: ledgerAccounts.memberId,
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      balance: ledgerAccounts.balance,
    })
    .from(ledgerAccounts)
    .where(
      and(
        inArray(ledgerAccounts.memberId, idList(memberIds)),
        inArray(ledgerAccounts.asset, ['XP', 'TICKET', 'CREDIT']),
      ),
    )
  return new Map(
    rows.map(({ memberId, asset, scope, balance }) => [
      balanceKey(memberId, asset, scope),
      balance,
    ]),
  )
}

export const balanceKey = (memberId: number | null, asset: string, scope: string) =>
  `${memberId} ${asset} ${scope}`

export type Earlier = { refunds: number; granted: number; orders: number }

/** Returns how often these members asked for refunds, how many were granted, and their orders. */
export async function findEarlier(
  db: Db,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, Earlier>> {
  const asked = await db
    .select({
      memberId: refunds.memberId,
      refunds: count(),
      granted: sql<number>`count(*) filter (where ${refunds.outcome} = 'REFUNDED')`.mapWith(Number),
    })
    .from(refunds)
    .where(inArray(refunds.memberId, idList(memberIds)))
    .groupBy(refunds.memberId)
  const bought = await db
    .select({ memberId: orders.memberId, orders: count() })
    .from(orders)
    .where(inArray(orders.memberId, idList(memberIds)))
    .groupBy(orders.memberId)
  const ordersOf = new Map(bought.map((row) => [row.memberId, row.orders]))
  return new Map(
    asked.map(({ memberId, ...row }) => [
      memberId,
      { ...row, orders: ordersOf.get(memberId) ?? 0 },
    ]),
  )
}

/** Returns the proposals that wait for a second person, by refund, with their requesters. */
export async function findProposals(db: Db, refundIds: readonly number[], now: Date) {
  const subjects = refundIds.map((id) => `refund:${id}`)
  const rows = await db
    .select({
      subject: approvals.subject,
      approvalId: approvals.id,
      requestedBy: approvals.requestedBy,
      requestedByName: operators.name,
      expiresAt: approvals.expiresAt,
    })
    .from(approvals)
    .innerJoin(operators, eq(operators.id, approvals.requestedBy))
    .where(
      and(
        eq(approvals.state, 'WAITING').inlineParams(),
        eq(approvals.call, 'refund.decide'),
        inArray(approvals.subject, textList(subjects)),
        not(lte(approvals.expiresAt, now)),
      ),
    )
  return new Map(
    rows.map(({ subject, ...row }) => [Number(subject.slice('refund:'.length)), row] as const),
  )
}
