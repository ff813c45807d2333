import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  pointsLogCheckpoints,
  type pointsLogLeaves,
  pointsLogMembers,
  pointsLogTiles,
} from './points-log.table.ts'

/** The level of the tiles that have the entries themselves. */
export const ENTRIES_LEVEL = -1

/** Lets one process append at a time; the lock ends with the transaction. */
export async function lockLog(tx: Db): Promise<void> {
  // Raw SQL: an advisory lock is a function.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('points-log'))`)
}

export type StoredCheckpoint = typeof pointsLogCheckpoints.$inferSelect

export async function findNewestCheckpoint(db: Db): Promise<StoredCheckpoint | undefined> {
  const [row] = await db
    .select()
    .from(pointsLogCheckpoints)
    .orderBy(desc(pointsLogCheckpoints.size), desc(pointsLogCheckpoints.upTo))
    .limit(1)
  return row
}

/** Returns a ledger transaction up to an id that the log does not cover yet. */
export async function findUnlogged(db: Db, upTo: number): Promise<number | undefined> {
  const { id } = ledgerTransactions
  const logged = (await findNewestCheckpoint(db))?.upTo ?? 0
  const [row] = await db
    .select({ id })
    .from(ledgerTransactions)
    .where(and(gt(id, logged), lte(id, upTo)))
    .orderBy(asc(id))
    .limit(1)
  return row?.id
}

export type MemberPosting = {
  transactionId: number
  kind: string
  at: Date
  memberId: number
  accounts: { asset: string; scope: string; amount: bigint }[]
}

/**
 * Returns the postings of the next transactions, one for each member that they concern, and the id of
 * the last of these transactions; `upTo` if there are none.
 */
export async function findNextPostings(
  db: Db,
  of: { after: number; upTo: number; count: number },
): Promise<{ postings: MemberPosting[]; last: number }> {
  const { id } = ledgerTransactions
  const chosen = await db
    .select({ id })
    .from(ledgerTransactions)
    .where(and(gt(id, of.after), lte(id, of.upTo)))
    .orderBy(asc(id))
    .limit(of.count)
  const last = chosen.at(-1)?.id
  if (last === undefined) return { postings: [], last: of.upTo }
  const rows = await db
    .select({
      transactionId: id,
      kind: ledgerTransactions.kind,
      at: ledgerTransactions.createdAt,
      memberId: sql<number>`${ledgerAccounts.memberId}`.mapWith(Number),
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      amount: ledgerEntries.amount,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(gt(id, of.after), lte(id, last), isNotNull(ledgerAccounts.memberId)))
    .orderBy(asc(id), asc(ledgerAccounts.memberId))
  return { postings: groupedByMember(rows), last }
}

type EntryRow = Omit<MemberPosting, 'accounts'> & MemberPosting['accounts'][number]

function groupedByMember(rows: readonly EntryRow[]): MemberPosting[] {
  const postings: MemberPosting[] = []
  for (const { asset, scope, amount, ...of } of rows) {
    const last = postings.at(-1)
    const account = { asset, scope, amount }
    if (last?.transactionId === of.transactionId && last.memberId === of.memberId) {
      last.accounts.push(account)
    } else {
      postings.push({ ...of, accounts: [account] })
    }
  }
  return postings
}

export type LogMember = { key: Buffer | null; entries: number }

/** Gives members without a row a key, and returns all of them with the number of their entries. */
export async function findOrCreateMembers(
  tx: Db,
  memberIds: readonly number[],
  newKey: () => Buffer,
): Promise<Map<number, LogMember>> {
  const ids = [...new Set(memberIds)].toSorted((one, two) => one - two)
  await tx
    .insert(pointsLogMembers)
    .values(ids.map((memberId) => ({ memberId, key: newKey() })))
    .onConflictDoNothing()
  const rows = await tx
    .select()
    .from(pointsLogMembers)
    .where(inArray(pointsLogMembers.memberId, ids))
  return new Map(rows.map(({ memberId, key, entries }) => [memberId, { key, entries }]))
}

/** Leaves a row without a key also for a member without entries, so that the job creates none. */
export async function clearKey(tx: Db, memberId: number): Promise<void> {
  await tx
    .insert(pointsLogMembers)
    .values({ memberId, key: null })
    .onConflictDoUpdate({ target: pointsLogMembers.memberId, set: { key: null } })
}

/** Stores the new counts of entries in one statement. */
export async function saveEntryCounts(
  tx: Db,
  counts: readonly { memberId: number; entries: number }[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update points_log_members m set entries = c.entries
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as c("memberId" bigint, entries bigint)
    where m.member_id = c."memberId"`)
}

export async function insertLeaves(
  tx: Db,
  leaves: readonly (typeof pointsLogLeaves.$inferInsert)[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`insert into points_log_leaves (index, transaction_id, member_id, sequence)
    select l.index, l."transactionId", l."memberId", l.sequence
    from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb)
      as l(index bigint, "transactionId" bigint, "memberId" bigint, sequence bigint)`)
}

export type StoredTile = typeof pointsLogTiles.$inferSelect

export async function findTile(
  db: Db,
  { level, index }: { level: number; index: number },
): Promise<StoredTile | undefined> {
  const [row] = await db
    .select()
    .from(pointsLogTiles)
    .where(and(eq(pointsLogTiles.level, level), eq(pointsLogTiles.index, index)))
  return row
}

export async function saveTiles(tx: Db, tiles: readonly StoredTile[]): Promise<void> {
  await tx
    .insert(pointsLogTiles)
    .values([...tiles])
    .onConflictDoUpdate({
      target: [pointsLogTiles.level, pointsLogTiles.index],
      set: { width: sql`excluded.width`, content: sql`excluded.content` },
    })
}

export async function insertCheckpoint(tx: Db, checkpoint: StoredCheckpoint): Promise<void> {
  await tx.insert(pointsLogCheckpoints).values(checkpoint)
}
