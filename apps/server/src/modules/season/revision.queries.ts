import { and, count, desc, eq, lte, sql } from 'drizzle-orm'
import { operators } from '#/modules/operator/operator.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { seasonRevisions, seasons, type StoredSimulation } from './season.table.ts'

/** A long edit saves every few seconds; older states of it help nobody. */
const SAVES_KEPT = 200

export type NewRevision = typeof seasonRevisions.$inferInsert

const {
  plan,
  seasonId: ofSeason,
  revision,
  kind,
  createdAt,
  reason,
  change,
  simulation,
  previewedEnAt,
  previewedKoAt,
} = seasonRevisions

const LISTED = {
  revision,
  kind,
  createdAt,
  savedBy: operators.name,
  reason,
  change,
  isSimulated: sql<boolean>`${simulation} is not null`,
  previewedEnAt,
  previewedKoAt,
}

/** Inserts a revision as the newest one of its season. */
export async function insertRevision(tx: Db, row: NewRevision): Promise<void> {
  await tx.insert(seasonRevisions).values(row)
  await tx
    .update(seasons)
    .set({ plan: row.plan, revision: row.revision })
    .where(eq(seasons.id, row.seasonId))
}

/** Deletes the saves of a season beyond the newest ones. Publications and changes stay. */
export async function deleteOldSaves(tx: Db, seasonId: number, newest: number): Promise<void> {
  await tx
    .delete(seasonRevisions)
    .where(and(eq(ofSeason, seasonId), eq(kind, 'SAVE'), lte(revision, newest - SAVES_KEPT)))
}

const LISTED_WITH_PLAN = { ...LISTED, plan, simulation, operatorId: seasonRevisions.operatorId }

export async function findRevision(db: Db, seasonId: number, number: number) {
  const [row] = await db
    .select(LISTED_WITH_PLAN)
    .from(seasonRevisions)
    .leftJoin(operators, eq(operators.id, seasonRevisions.operatorId))
    .where(and(eq(ofSeason, seasonId), eq(revision, number)))
  return row
}

export type StoredRevision = NonNullable<Awaited<ReturnType<typeof findRevision>>>
export type ListedRevision = Pick<StoredRevision, keyof typeof LISTED>

export async function findRevisions(
  db: Db,
  seasonId: number,
  query: PageQuery,
): Promise<{ rows: ListedRevision[]; totalCount: number }> {
  const rows = await db
    .select(LISTED)
    .from(seasonRevisions)
    .leftJoin(operators, eq(operators.id, seasonRevisions.operatorId))
    .where(eq(ofSeason, seasonId))
    .orderBy(desc(revision))
    .limit(query.size)
    .offset(offsetOf(query))
  const [total] = await db
    .select({ rows: count() })
    .from(seasonRevisions)
    .where(eq(ofSeason, seasonId))
  return { rows, totalCount: total?.rows ?? 0 }
}

export async function storeSimulation(
  tx: Db,
  { seasonId, number }: { seasonId: number; number: number },
  result: StoredSimulation,
): Promise<void> {
  await tx
    .update(seasonRevisions)
    .set({ simulation: result })
    .where(and(eq(ofSeason, seasonId), eq(revision, number)))
}

/** Records the first time at which the preview was opened. */
export async function storePreview(
  tx: Db,
  { seasonId, number }: { seasonId: number; number: number },
  language: 'en' | 'ko',
  at: Date,
): Promise<void> {
  const first = (column: typeof previewedEnAt | typeof previewedKoAt) =>
    sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .update(seasonRevisions)
    .set(
      language === 'en'
        ? { previewedEnAt: first(previewedEnAt) }
        : { previewedKoAt: first(previewedKoAt) },
    )
    .where(and(eq(ofSeason, seasonId), eq(revision, number)))
}
