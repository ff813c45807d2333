import { and, desc, eq, gt, isNotNull, lte, max } from 'drizzle-orm'
import type { IdRange } from '@solstice/rules/books'
import type { Extent, LedgerProblem } from '#/platform/books/ledger-check.ts'
import { ledgerCheckpoints, ledgerVerifications } from '#/platform/books/ledger-checkpoint.table.ts'
import { findPartitions, lastIdOf } from '#/platform/books/ledger-partitions.ts'
import { ledgerAccounts, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import type { Db } from '#/platform/process/db.ts'

export async function findLastVerification(db: Db, extent: Extent) {
  const [row] = await db
    .select()
    .from(ledgerVerifications)
    .where(and(eq(ledgerVerifications.extent, extent), isNotNull(ledgerVerifications.finishedAt)))
    .orderBy(desc(ledgerVerifications.id))
    .limit(1)
  if (!row?.finishedAt) return null
  // Only the verification writes problems.
  const problems = row.problems as LedgerProblem[]
  return { ...row, finishedAt: row.finishedAt, problems }
}

export async function findCheckpoint(db: Db) {
  const [row] = await db
    .select({ upTo: ledgerCheckpoints.upTo, createdAt: ledgerCheckpoints.createdAt })
    .from(ledgerCheckpoints)
    .orderBy(desc(ledgerCheckpoints.upTo))
    .limit(1)
  return row
}

export async function newestAccountId(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(ledgerAccounts.id) }).from(ledgerAccounts)
  return row?.id ?? 0
}

/** Returns the ids of transactions in each partition that is not archived. */
export async function findIdRanges(db: Db): Promise<IdRange[]> {
  const { id } = ledgerTransactions
  const ranges: IdRange[] = []
  for (const { number, detachedUpTo } of await findPartitions(db)) {
    if (detachedUpTo !== null) continue
    const after = lastIdOf(number - 1)
    const [row] = await db
      .select({ last: max(id) })
      .from(ledgerTransactions)
      .where(and(gt(id, after), lte(id, lastIdOf(number))))
    ranges.push({ after, last: row?.last ?? after })
  }
  return ranges
}
