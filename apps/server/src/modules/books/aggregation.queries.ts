import { and, asc, eq, gt, lte, max, sql } from 'drizzle-orm'
import type { ProgrammeMonth } from '@solstice/rules/books'
import { ledgerTransactions } from '#/platform/books/ledger.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { bookClosings, bookProgress } from './books.table.ts'

export type Progress = typeof bookProgress.$inferSelect

const isRow = eq(bookProgress.isOnlyRow, true)

export async function findProgress(db: Db): Promise<Progress> {
  const [row] = await db.select().from(bookProgress).where(isRow)
  if (!row) throw new Error('The books have no cursor')
  return row
}

/** Lets one process aggregate at a time; the lock of the cursor ends with the transaction. */
export async function lockProgress(tx: Db): Promise<Progress> {
  const [row] = await tx.select().from(bookProgress).where(isRow).for('update')
  if (!row) throw new Error('The books have no cursor')
  return row
}

export async function moveProgress(
  tx: Db,
  to: Partial<Pick<Progress, 'ledgerTransaction' | 'aggregatedAt'>>,
): Promise<void> {
  await tx.update(bookProgress).set(to).where(isRow)
}

/** Returns the last of the next transactions, or undefined if there are none up to an id. */
export async function findBatchEnd(
  tx: Db,
  { after, upTo, count }: { after: number; upTo: number; count: number },
): Promise<number | undefined> {
  const { id } = ledgerTransactions
  const batch = tx
    .select({ id })
    .from(ledgerTransactions)
    .where(and(gt(id, after), lte(id, upTo)))
    .orderBy(asc(id))
    .limit(count)
    .as('batch')
  const [row] = await tx.select({ last: sql<string | null>`max(${batch.id})` }).from(batch)
  return row?.last == null ? undefined : Number(row.last)
}

/**
 * Adds the transactions of a range to the balances, and to their months. A posting of a closed month
 * is added to the first open one.
 */
export async function aggregateRange(
  tx: Db,
  { after, last }: { after: number; last: number },
): Promise<void> {
  // Raw SQL: two upserts share one materialised read, which the builder cannot express.
  await tx.execute(sql`with moves as materialized (
      select t.id, t.kind, a.asset, a.scope, coalesce(a.system_name, 'MEMBERS') as account, e.amount,
        date_trunc('month', (t.created_at at time zone 'UTC') + interval '4 hours')::date as dated,
        c.open_month
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
        and e.transaction_id > ${after}::bigint and e.transaction_id <= ${last}::bigint
      join ledger_accounts a on a.id = e.account_id
      cross join (
        select coalesce((max(month) + interval '1 month')::date, '2000-01-01') as open_month
        from book_closings
      ) c
      where t.id > ${after}::bigint and t.id <= ${last}::bigint
    ), months as (
      insert into book_months as m
        (month, asset, scope, account, kind, credited, debited, postings, late_postings)
      select greatest(dated, open_month), asset, scope, account, kind,
        coalesce(sum(amount) filter (where amount > 0), 0),
        coalesce(-sum(amount) filter (where amount < 0), 0),
        count(distinct id), count(distinct id) filter (where dated < open_month)
      from moves group by greatest(dated, open_month), asset, scope, account, kind
      on conflict (month, asset, scope, account, kind) do update set
        credited = m.credited + excluded.credited, debited = m.debited + excluded.debited,
        postings = m.postings + excluded.postings,
        late_postings = m.late_postings + excluded.late_postings
    )
    insert into book_balances as b (asset, scope, account, balance, postings)
    select asset, scope, account, sum(amount), count(distinct id)
    from moves group by asset, scope, account
    on conflict (asset, scope, account) do update set
      balance = b.balance + excluded.balance, postings = b.postings + excluded.postings`)
}

/** Closes every month with movements up to this one, and this month itself. */
export async function closeMonths(
  tx: Db,
  { month, ledgerTransaction, at }: { month: ProgrammeMonth; ledgerTransaction: number; at: Date },
): Promise<void> {
  // Raw SQL: the months come from another table.
  await tx.execute(sql`insert into book_closings (month, ledger_transaction, closed_at)
    select month, ${ledgerTransaction}::bigint, ${at.toISOString()}::timestamptz from (
      select distinct month from book_months
      where month <= ${`${month}-01`}::date
        and month > coalesce((select max(month) from book_closings), '1970-01-01')
      union select ${`${month}-01`}::date
    ) ended
    where month > coalesce((select max(month) from book_closings), '1970-01-01')`)
}

/** Returns whether any movement is at or before a month, so that there is something to close. */
export async function hasMonthsUpTo(tx: Db, month: ProgrammeMonth): Promise<boolean> {
  // Raw SQL: a month is compared as a date.
  const rows = await rowsOf<{ found: number }>(
    tx,
    sql`select 1 as found from book_months where month <= ${`${month}-01`}::date limit 1`,
  )
  return rows.length > 0
}

export async function newestClosedMonth(db: Db): Promise<string | null> {
  const [row] = await db.select({ month: max(bookClosings.month) }).from(bookClosings)
  return row?.month ?? null
}

/** Returns the first transaction of a partition that the books do not contain yet. */
export async function findUnbooked(db: Db, upTo: number): Promise<number | undefined> {
  const { ledgerTransaction } = await findProgress(db)
  const { id } = ledgerTransactions
  const [row] = await db
    .select({ id })
    .from(ledgerTransactions)
    .where(and(gt(id, ledgerTransaction), lte(id, upTo)))
    .orderBy(asc(id))
    .limit(1)
  return row?.id
}
