import { and, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { operators } from '#/modules/operator/operator.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { bookBookings, bookRuns, bookRunTokens, bookTransfers } from './reconciliation.table.ts'

/** Returns the newest runs of an account before one of them. */
export function findRuns(
  db: Db,
  accountId: number,
  { before, limit }: { before: number; limit: number },
) {
  return db
    .select()
    .from(bookRuns)
    .where(and(eq(bookRuns.accountId, accountId), lt(bookRuns.id, before)))
    .orderBy(desc(bookRuns.id))
    .limit(limit)
}

export function findTokensOfRuns(db: Db, runIds: readonly number[]) {
  return db
    .select()
    .from(bookRunTokens)
    .where(inArray(bookRunTokens.runId, idList(runIds)))
    .orderBy(desc(bookRunTokens.runId), bookRunTokens.contract)
}

/** Returns the transactions of finished runs that differ, newest first. */
export function findDiffering(db: Db, accountId: number, limit: number) {
  return db
    .select({
      contract: bookTransfers.contract,
      txHash: bookTransfers.txHash,
      blockNumber: bookTransfers.blockNumber,
      onChain: bookTransfers.onChain,
      recorded: bookTransfers.recorded,
      foundAt: sql`${bookRuns.finishedAt}`.mapWith(bookRuns.startedAt),
    })
    .from(bookTransfers)
    .innerJoin(bookRuns, eq(bookRuns.id, bookTransfers.runId))
    .where(
      and(
        eq(bookRuns.accountId, accountId),
        sql`${bookRuns.finishedAt} is not null`,
        ne(bookTransfers.onChain, bookTransfers.recorded),
      ),
    )
    .orderBy(desc(bookTransfers.runId), desc(bookTransfers.blockNumber), bookTransfers.txHash)
    .limit(limit)
}

const BOOKING = {
  id: bookBookings.id,
  contract: bookBookings.contract,
  amount: bookBookings.amount,
  txHash: bookBookings.txHash,
  bookedAt: bookBookings.bookedAt,
}

/** Returns the newest bookings of an account. */
export function findBookings(db: Db, accountId: number, limit: number) {
  return db
    .select({ ...BOOKING, reason: bookBookings.reason, by: operators.name })
    .from(bookBookings)
    .innerJoin(operators, eq(operators.id, bookBookings.operatorId))
    .where(eq(bookBookings.accountId, accountId))
    .orderBy(desc(bookBookings.id))
    .limit(limit)
}

/** Bounds the bookings that are compared with the listed transfers; the newest ones come first. */
const EXPLAINING_BOOKINGS = 1000

/** Returns the bookings that name one of these transfers, or stand for those that were open then. */
export async function findExplaining(
  db: Db,
  accountId: number,
  transfers: readonly { txHash: string; foundAt: Date }[],
) {
  if (transfers.length === 0) return []
  const oldest = new Date(Math.min(...transfers.map(({ foundAt }) => foundAt.getTime())))
  const hashes = transfers.map(({ txHash }) => txHash)
  return db
    .select(BOOKING)
    .from(bookBookings)
    .where(
      and(
        eq(bookBookings.accountId, accountId),
        // Nothing is booked before it was found.
        gte(bookBookings.bookedAt, oldest),
        or(isNull(bookBookings.txHash), inArray(bookBookings.txHash, hashes)),
      ),
    )
    .orderBy(desc(bookBookings.id))
    .limit(EXPLAINING_BOOKINGS)
}
