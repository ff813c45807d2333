import { and, asc, desc, eq, gt, gte, inArray, lte, max, ne, notExists, or, sql } from 'drizzle-orm'
import { ledgerDetachments, ledgerOpenings } from '#/platform/books/ledger-checkpoint.table.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { pointsLogLeaves, pointsLogMembers, pointsLogTiles } from './points-log.table.ts'
import type { LogMember, StoredTile } from './points-log.queries.ts'

type OfMember = { memberId: number }

export async function findLogMember(
  db: Db,
  { memberId }: OfMember,
): Promise<LogMember | undefined> {
  const { key, entries } = pointsLogMembers
  const [row] = await db
    .select({ key, entries })
    .from(pointsLogMembers)
    .where(eq(pointsLogMembers.memberId, memberId))
  return row
}

export type Leaf = { index: number; transactionId: number; sequence: number }

/** Returns leaves of a member from a sequence number on. */
export function findLeaves(
  db: Db,
  of: OfMember & { from: number; count: number },
): Promise<Leaf[]> {
  const { index, transactionId, sequence, memberId } = pointsLogLeaves
  return db
    .select({ index, transactionId, sequence })
    .from(pointsLogLeaves)
    .where(and(eq(memberId, of.memberId), gte(sequence, of.from)))
    .orderBy(asc(sequence))
    .limit(of.count)
}

/** Returns the transactions of a range that concern the member and have no leaf, in their order. */
export async function findUnrecorded(
  db: Db,
  of: OfMember & { after: number; upTo: number | undefined; count: number },
): Promise<number[]> {
  const { transactionId } = ledgerEntries
  const leaf = db
    .select({ index: pointsLogLeaves.index })
    .from(pointsLogLeaves)
    .where(
      and(
        eq(pointsLogLeaves.transactionId, transactionId),
        eq(pointsLogLeaves.memberId, of.memberId),
      ),
    )
  const rows = await db
    .selectDistinct({ transactionId })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
    .where(
      and(
        eq(ledgerAccounts.memberId, of.memberId),
        gt(transactionId, of.after),
        of.upTo === undefined ? undefined : lte(transactionId, of.upTo),
        notExists(leaf),
      ),
    )
    .orderBy(asc(transactionId))
    .limit(of.count)
  return rows.map((row) => row.transactionId)
}

export type PostingOfMember = {
  transactionId: number
  key: string
  kind: string
  at: Date
  accounts: { asset: string; scope: string; amount: bigint }[]
}

/** Returns the parts of the transactions that concern the member. */
export async function findPostings(
  db: Db,
  { memberId, transactionIds }: OfMember & { transactionIds: readonly number[] },
): Promise<Map<number, PostingOfMember>> {
  const { id, idempotencyKey, kind, createdAt } = ledgerTransactions
  const { asset, scope } = ledgerAccounts
  const postings = new Map<number, PostingOfMember>()
  if (transactionIds.length === 0) return postings
  const rows = await db
    .select({
      transactionId: id,
      key: idempotencyKey,
      kind,
      at: createdAt,
      asset,
      scope,
      amount: ledgerEntries.amount,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(inArray(id, [...transactionIds]), eq(ledgerAccounts.memberId, memberId)))
  for (const { asset, scope, amount, ...of } of rows) {
    const posting = postings.get(of.transactionId) ?? { ...of, accounts: [] }
    posting.accounts.push({ asset, scope, amount })
    postings.set(of.transactionId, posting)
  }
  return postings
}

/** Returns the balances of a member that are not 0. */
export function findBalances(db: Db, { memberId }: OfMember) {
  const { asset, scope, balance: amount } = ledgerAccounts
  return db
    .select({ asset, scope, amount })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.memberId, memberId), ne(amount, 0n)))
}

/**
 * Returns what the member's postings add up to, archived ones included. It equals the balances unless
 * a posting was changed, removed or added past the triggers of the ledger.
 */
export function findPosted(db: Db, { memberId }: OfMember) {
  const { id, asset, scope } = ledgerAccounts
  const opening = sql`coalesce(max(${ledgerOpenings.balance}), 0)`
  return db
    .select({
      asset,
      scope,
      amount: sql<bigint>`coalesce(sum(${ledgerEntries.amount}), 0) + ${opening}`.mapWith(
        ledgerEntries.amount,
      ),
    })
    .from(ledgerAccounts)
    .leftJoin(ledgerEntries, eq(ledgerEntries.accountId, id))
    .leftJoin(ledgerOpenings, eq(ledgerOpenings.accountId, id))
    .where(eq(ledgerAccounts.memberId, memberId))
    .groupBy(id)
}

/**
 * Returns how many of the member's entries have postings in archived partitions, and what all archived
 * postings of the member add up to; undefined if nothing of the member is archived.
 */
export async function findArchived(db: Db, { memberId }: OfMember) {
  const [detached] = await db.select({ upTo: max(ledgerDetachments.upTo) }).from(ledgerDetachments)
  if (detached?.upTo == null) return undefined
  const [leaf] = await db
    .select({ sequence: pointsLogLeaves.sequence })
    .from(pointsLogLeaves)
    .where(
      and(
        eq(pointsLogLeaves.memberId, memberId),
        lte(pointsLogLeaves.transactionId, detached.upTo),
      ),
    )
    .orderBy(desc(pointsLogLeaves.sequence))
    .limit(1)
  const { asset, scope } = ledgerAccounts
  const balances = await db
    .select({ asset, scope, amount: ledgerOpenings.balance })
    .from(ledgerAccounts)
    .innerJoin(ledgerOpenings, eq(ledgerOpenings.accountId, ledgerAccounts.id))
    .where(and(eq(ledgerAccounts.memberId, memberId), ne(ledgerOpenings.balance, 0n)))
  const count = leaf?.sequence ?? 0
  return count === 0 && balances.length === 0 ? undefined : { count, balances }
}

/** Reads tiles of any levels in one statement. */
export async function findTiles(
  db: Db,
  tiles: readonly { level: number; index: number }[],
): Promise<StoredTile[]> {
  if (tiles.length === 0) return []
  const { level, index } = pointsLogTiles
  const byLevel = Map.groupBy(tiles, (tile) => tile.level)
  const wanted = Array.from(byLevel, ([each, own]) =>
    and(
      eq(level, each),
      inArray(
        index,
        own.map((tile) => tile.index),
      ),
    ),
  )
  return db
    .select()
    .from(pointsLogTiles)
    .where(or(...wanted, sql`false`))
}
