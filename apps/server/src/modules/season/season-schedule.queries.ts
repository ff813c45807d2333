import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { approvals } from '#/modules/approval/approval.table.ts'
import { operators } from '#/modules/operator/operator.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { seasonSchedules } from './season-live.table.ts'
import { seasonRevisions } from './season.table.ts'

export type Schedule = typeof seasonSchedules.$inferSelect

/** Replaces an earlier schedule of the season. */
export async function saveSchedule(
  tx: Db,
  row: typeof seasonSchedules.$inferInsert,
): Promise<void> {
  await tx
    .insert(seasonSchedules)
    .values(row)
    .onConflictDoUpdate({
      target: seasonSchedules.seasonId,
      set: { state: 'WAITING', problems: [], gate: [], decidedAt: null, ...row },
    })
}

export async function findSchedule(db: Db, seasonId: number): Promise<Schedule | undefined> {
  const [row] = await db
    .select()
    .from(seasonSchedules)
    .where(eq(seasonSchedules.seasonId, seasonId))
  return row
}

export async function findSchedules(
  db: Db,
  seasonIds: readonly number[],
): Promise<ReadonlyMap<number, Schedule>> {
  const rows = await db
    .select()
    .from(seasonSchedules)
    .where(inArray(seasonSchedules.seasonId, idList(seasonIds)))
  return new Map(rows.map((row) => [row.seasonId, row]))
}

export async function lockSchedule(tx: Db, seasonId: number): Promise<Schedule | undefined> {
  const [row] = await tx
    .select()
    .from(seasonSchedules)
    .where(eq(seasonSchedules.seasonId, seasonId))
    .for('update')
  return row
}

/** Returns the state that the schedule had; undefined if there was none. */
export async function deleteSchedule(
  tx: Db,
  seasonId: number,
): Promise<Schedule['state'] | undefined> {
  const [gone] = await tx
    .delete(seasonSchedules)
    .where(eq(seasonSchedules.seasonId, seasonId))
    .returning({ state: seasonSchedules.state })
  return gone?.state
}

/** Deletes the schedule of a draft; that of a published season stays as its record. */
export async function deleteOpenSchedule(tx: Db, seasonId: number): Promise<void> {
  await tx
    .delete(seasonSchedules)
    .where(and(eq(seasonSchedules.seasonId, seasonId), ne(seasonSchedules.state, 'DONE')))
}

export async function decideSchedule(
  tx: Db,
  seasonId: number,
  to: Pick<Schedule, 'state' | 'decidedAt'> & Partial<Pick<Schedule, 'problems' | 'gate'>>,
): Promise<void> {
  await tx
    .update(seasonSchedules)
    .set(to)
    .where(and(eq(seasonSchedules.seasonId, seasonId), eq(seasonSchedules.state, 'WAITING')))
}

/** Returns the operator who scheduled a publication, as the audit names them. */
export async function findScheduler(
  db: Db,
  operatorId: number,
): Promise<{ operatorId: number; name: string } | undefined> {
  const [row] = await db
    .select({ operatorId: operators.id, name: operators.name })
    .from(operators)
    .where(eq(operators.id, operatorId))
  return row
}

/** Returns the operators who wrote, scheduled, proposed or approved the season. */
export async function findPlanners(db: Db, seasonId: number): Promise<number[]> {
  const [saved, decided, scheduled] = await Promise.all([
    db
      .selectDistinct({ id: seasonRevisions.operatorId })
      .from(seasonRevisions)
      .where(and(eq(seasonRevisions.seasonId, seasonId), isNotNull(seasonRevisions.operatorId))),
    db
      .select({ requestedBy: approvals.requestedBy, decidedBy: approvals.decidedBy })
      .from(approvals)
      .where(and(eq(approvals.subject, `season:${seasonId}`), eq(approvals.state, 'APPROVED'))),
    findSchedule(db, seasonId),
  ])
  const ids = [
    ...saved.map(({ id }) => id),
    ...decided.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]),
    scheduled?.operatorId ?? null,
  ]
  return Array.from(new Set(ids.filter((id) => id !== null)))
}
