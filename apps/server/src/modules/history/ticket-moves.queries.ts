import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import { offsetOf, type Cursor, type PageQuery } from '#/platform/process/page.ts'

type TicketsOf = { seasonId: number; memberId: number; missionId: number | undefined }

/** Returns a numbered page of ticket movements from the ledger, with the balance after each. */
export async function findTicketMoves(
  db: Db,
  { seasonId, memberId, missionId, page, size }: TicketsOf & PageQuery,
) {
  const moves = db.$with('moves').as(
    db
      .select({
        transactionId: ledgerEntries.transactionId,
        amount: ledgerEntries.amount,
        kind: ledgerTransactions.kind,
        createdAt: ledgerTransactions.createdAt,
        data: ledgerTransactions.data,
        balance: sql`sum(${ledgerEntries.amount}) over (order by ${ledgerEntries.transactionId})`
          .mapWith(Number)
          .as('balance'),
      })
      .from(ledgerAccounts)
      .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
      .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
      .where(
        and(
          eq(ledgerAccounts.memberId, memberId),
          eq(ledgerAccounts.asset, 'TICKET'),
          eq(ledgerAccounts.scope, `season:${seasonId}`),
        ),
      ),
  )
  const isOfMission =
    missionId === undefined
      ? undefined
      : sql`(${moves.data} ->> 'missionId')::bigint = ${missionId}`
  const [found, [counted]] = await Promise.all([
    db
      .with(moves)
      .select()
      .from(moves)
      .where(isOfMission)
      .orderBy(desc(moves.transactionId))
      .limit(size)
      .offset(offsetOf({ page, size })),
    db.with(moves).select({ total: count() }).from(moves).where(isOfMission),
  ])
  return {
    moves: found.map(({ amount, balance, ...move }) => ({
      ...move,
      change: Number(amount),
      balance: Math.max(0, balance),
    })),
    totalCount: counted?.total ?? 0,
  }
}

/** Bounds the entries that a page of one mission examines; the page may then be shorter. */
const EXAMINED_MAX = 200

/**
 * Returns the ticket movements before a cursor, newest first. Their balances follow backwards from
 * the account's, or from the cursor's, so no older or newer entry is read.
 */
export async function findTicketMovesBefore(
  db: Db,
  { seasonId, memberId, missionId }: TicketsOf,
  { before, size }: { before: Cursor | undefined; size: number },
) {
  const [account] = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.memberId, memberId),
        eq(ledgerAccounts.asset, 'TICKET'),
        eq(ledgerAccounts.scope, `season:${seasonId}`),
      ),
    )
  if (!account) return { moves: [], next: undefined }
  const limit = missionId === undefined ? size : EXAMINED_MAX
  // The balance is read in the statement of the entries, so that it includes all of them.
  const balance = db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, account.id))
  const entries = db
    .select({
      transactionId: ledgerEntries.transactionId,
      amount: ledgerEntries.amount,
      accountBalance: sql`${balance}`.mapWith(Number).as('account_balance'),
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.accountId, account.id),
        before ? lt(ledgerEntries.transactionId, before.id) : undefined,
      ),
    )
    .orderBy(desc(ledgerEntries.transactionId))
    .limit(limit + 1)
    .as('entries')
  const transaction = db
    .select({
      kind: ledgerTransactions.kind,
      createdAt: ledgerTransactions.createdAt,
      missionId: sql<string | null>`${ledgerTransactions.data} ->> 'missionId'`.as('mission_id'),
    })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, entries.transactionId))
    .limit(1)
    .as('transaction')
  const rows = await db
    .select({
      transactionId: entries.transactionId,
      amount: entries.amount,
      accountBalance: entries.accountBalance,
      kind: transaction.kind,
      createdAt: transaction.createdAt,
      missionId: transaction.missionId,
    })
    .from(entries)
    .innerJoinLateral(transaction, sql`true`)
    .orderBy(desc(entries.transactionId))
  return movesOf(rows, { missionId, size, limit, balance: before?.value })
}

/** A change of the tickets, with the balance after it. */
export type TicketMove = {
  transactionId: number
  kind: string
  createdAt: Date
  change: number
  balance: number
}

type EntryRow = {
  transactionId: number
  amount: bigint
  accountBalance: number
  kind: string
  createdAt: Date
  missionId: string | null
}

/** Walks from the newest entry to the oldest, and collects the movements of the mission. */
function movesOf(
  rows: readonly EntryRow[],
  page: { missionId: number | undefined; size: number; limit: number; balance: number | undefined },
) {
  const moves: TicketMove[] = []
  let balance = page.balance ?? rows[0]?.accountBalance ?? 0
  for (const [index, { transactionId, amount, kind, createdAt, missionId }] of rows.entries()) {
    const change = Number(amount)
    const isOfMission = page.missionId === undefined || missionId === String(page.missionId)
    if (isOfMission)
      moves.push({ transactionId, kind, createdAt, change, balance: Math.max(0, balance) })
    balance -= change
    const isFull = moves.length === page.size || index + 1 === page.limit
    if (isFull && index + 1 < rows.length)
      return { moves, next: { id: transactionId, value: balance } }
  }
  return { moves, next: undefined }
}
