import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Extent, LedgerProblem, Position } from './ledger-check.ts'
import { ledgerVerifications } from './ledger-checkpoint.table.ts'

export type Verification = {
  id: number
  position: Position
  ranges: number
  problemCount: number
  startedAt: Date
  finishedAt: Date | null
}

/** Of the problems of a verification, this many are stored. */
const PROBLEMS_STORED = 100

export async function findNewestVerification(
  db: Db,
  extent: Extent,
): Promise<Verification | undefined> {
  const [row] = await db
    .select()
    .from(ledgerVerifications)
    .where(eq(ledgerVerifications.extent, extent))
    .orderBy(desc(ledgerVerifications.id))
    .limit(1)
  // Only this file writes positions.
  return row && { ...row, position: row.position as Position }
}

/** Adds nothing if another worker has just added one. */
export async function insertVerification(
  db: Db,
  started: { extent: Extent; position: Position; startedAt: Date },
): Promise<void> {
  await db.insert(ledgerVerifications).values(started).onConflictDoNothing()
}

type Progress = { problems: readonly LedgerProblem[]; next: Position | undefined; at: Date }

/** Returns false if another worker has stored this step already. */
export async function saveProgress(
  db: Db,
  { id, ranges, position }: Verification,
  { problems, next, at }: Progress,
): Promise<boolean> {
  const found = JSON.stringify(problems.slice(0, PROBLEMS_STORED))
  const { problems: stored, problemCount } = ledgerVerifications
  const saved = await db
    .update(ledgerVerifications)
    .set({
      position: next ?? position,
      ranges: ranges + 1,
      problemCount: sql`${problemCount} + ${problems.length}`,
      problems: sql`case when ${problemCount} < ${PROBLEMS_STORED} then ${stored} || ${found}::jsonb
        else ${stored} end`,
      finishedAt: next ? null : at,
    })
    .where(
      and(
        eq(ledgerVerifications.id, id),
        eq(ledgerVerifications.ranges, ranges),
        isNull(ledgerVerifications.finishedAt),
      ),
    )
    .returning({ id: ledgerVerifications.id })
  return saved.length > 0
}

export type ExtentState = { extent: Extent; problems: number; finishedAt: Date | null }

/**
 * Returns the problems that the last finished and the running verification of each extent found, and
 * when the last one finished.
 */
export function findExtentStates(db: Db): Promise<ExtentState[]> {
  const { extent, finishedAt, problemCount, id } = ledgerVerifications
  const newest = db
    .select({
      extent,
      finishedAt,
      problemCount,
      place: sql<number>`row_number() over (partition by ${extent}, ${finishedAt} is null
        order by ${id} desc)`.as('place'),
    })
    .from(ledgerVerifications)
    .as('newest')
  return db
    .select({
      extent: newest.extent,
      problems: sql`max(${newest.problemCount})`.mapWith(Number),
      finishedAt: sql`max(${newest.finishedAt})`.mapWith(instantOrNull),
    })
    .from(newest)
    .where(eq(newest.place, 1))
    .groupBy(newest.extent)
}
