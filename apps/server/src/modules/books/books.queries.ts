import { and, asc, desc, eq, gte, lt, max, min, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Asset } from '@solstice/rules/asset'
import type { ProgrammeMonth } from '@solstice/rules/books'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerReversals,
  ledgerTransactions,
} from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { bookBalances, bookClosings, bookMonths, type BookAccount } from './books.table.ts'

export function findBalances(db: Db) {
  return db
    .select()
    .from(bookBalances)
    .orderBy(asc(bookBalances.asset), asc(bookBalances.scope), asc(bookBalances.account))
}

const firstDay = (month: ProgrammeMonth) => `${month}-01`

/** Returns the movements of a month. */
export function findMovements(db: Db, month: ProgrammeMonth) {
  const { asset, scope, account, kind } = bookMonths
  return db
    .select()
    .from(bookMonths)
    .where(eq(bookMonths.month, firstDay(month)))
    .orderBy(asc(asset), asc(scope), asc(account), asc(kind))
}

/** Returns the sums of all months before one, which are the opening balances. */
export function findOpenings(db: Db, month: ProgrammeMonth) {
  const { asset, scope, account, credited, debited } = bookMonths
  return db
    .select({
      asset,
      scope,
      account,
      opening: sql`sum(${credited} - ${debited})`.mapWith(credited),
    })
    .from(bookMonths)
    .where(lt(bookMonths.month, firstDay(month)))
    .groupBy(asset, scope, account)
}

/** Returns the oldest and the newest month with movements. */
export async function findSpan(
  db: Db,
): Promise<{ first: ProgrammeMonth; last: ProgrammeMonth } | undefined> {
  const { month } = bookMonths
  const [row] = await db
    .select({ first: min(month), last: max(month) })
    .from(bookMonths)
    .where(gte(month, '2001-01-01'))
  if (row?.first == null || row.last === null) return undefined
  // The column has the first day of a month.
  const monthIn = (day: string) => day.slice(0, 7) as ProgrammeMonth
  return { first: monthIn(row.first), last: monthIn(row.last) }
}

/** Returns the closing that a month is under; one without movements is closed with the next one. */
export async function findClosing(db: Db, month: ProgrammeMonth) {
  const [row] = await db
    .select()
    .from(bookClosings)
    .where(gte(bookClosings.month, firstDay(month)))
    .orderBy(asc(bookClosings.month))
    .limit(1)
  return row
}

export async function newestTransactionId(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(ledgerTransactions.id) }).from(ledgerTransactions)
  return row?.id ?? 0
}

/** Returns the tokens of the rewards of seasons. */
export function findRewardTokens(db: Db) {
  return db
    .select({ id: seasons.id, symbol: seasons.rewardSymbol, decimals: seasons.rewardDecimals })
    .from(seasons)
}

type SystemAccount = { asset: Asset; scope: string; account: Exclude<BookAccount, 'MEMBERS'> }

/** Returns the newest transactions of an account of the system before one of them. */
export async function findTransactionsOf(
  db: Db,
  { asset, scope, account }: SystemAccount,
  { before, limit }: { before: number; limit: number },
) {
  const [found] = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.systemName, account),
        eq(ledgerAccounts.asset, asset),
        eq(ledgerAccounts.scope, scope),
      ),
    )
  if (!found) return []
  return db
    .select({
      transactionId: ledgerEntries.transactionId,
      amount: ledgerEntries.amount,
      kind: ledgerTransactions.kind,
      postedAt: ledgerTransactions.createdAt,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.accountId, found.id), lt(ledgerEntries.transactionId, before)))
    .orderBy(desc(ledgerEntries.transactionId))
    .limit(limit)
}

export async function findTransaction(db: Db, transactionId: number) {
  const reversal = alias(ledgerReversals, 'reversal')
  const [row] = await db
    .select({
      kind: ledgerTransactions.kind,
      key: ledgerTransactions.idempotencyKey,
      postedAt: ledgerTransactions.createdAt,
      reverses: ledgerTransactions.reverses,
      data: ledgerTransactions.data,
      reversedBy: reversal.transactionId,
    })
    .from(ledgerTransactions)
    .leftJoin(reversal, eq(reversal.reversed, ledgerTransactions.id))
    .where(eq(ledgerTransactions.id, transactionId))
  return row
}

export function findEntries(db: Db, transactionId: number) {
  return db
    .select({
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      memberId: ledgerAccounts.memberId,
      systemName: ledgerAccounts.systemName,
      amount: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerEntries.transactionId, transactionId))
    .orderBy(asc(ledgerAccounts.asset), asc(ledgerAccounts.scope), asc(ledgerEntries.accountId))
}

/** Returns the member of an order, or of a refund with its order. */
export async function findOrderOf(db: Db, { orderId, refundId }: Cause) {
  if (refundId !== undefined) {
    const [refund] = await db
      .select({ memberId: refunds.memberId, orderId: refunds.orderId })
      .from(refunds)
      .where(eq(refunds.id, refundId))
    return refund
  }
  if (orderId === undefined) return undefined
  const [order] = await db
    .select({ memberId: orders.memberId, orderId: orders.id })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order
}

type Cause = { orderId?: number | undefined; refundId?: number | undefined }

/** Returns the newest payout with this key. */
export async function findPayoutOf(db: Db, key: string) {
  const [payout] = await db
    .select({ id: payouts.id, memberId: payouts.memberId })
    .from(payouts)
    // A parameter would not match the partial index of keys.
    .where(and(eq(payouts.key, key), ne(payouts.state, 'FAILED').inlineParams()))
    .orderBy(desc(payouts.id))
    .limit(1)
  return payout
}
