import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Texts } from '@solstice/rules/season-plan'
import { approvals } from '#/modules/approval/approval.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { seasons, type DraftPlan } from './season.table.ts'

/** The columns of a draft: the parts of its plan that lists show, and placeholders for the rest. */
export type DraftColumns = {
  title: Texts
  startAt: Date
  endAt: Date
  problemCount: number
}

/** Inserts a draft without revisions and parts. Only operators see it until it is published. */
export async function insertDraft(
  tx: Db,
  columns: DraftColumns,
  plan: DraftPlan,
  at: Date,
): Promise<number> {
  const [row] = await tx
    .insert(seasons)
    .values({
      ...columns,
      plan,
      createdAt: at,
      description: { en: '', ko: '' },
      rewardSymbol: '',
      rewardDecimals: 0,
      xpPerLevel: 1,
      topLevel: 1,
      checkInBaseXp: 0,
      checkInBonusEvery: 1,
      checkInBonusXp: 0,
      freeSpinsPerDay: 0,
      ticketsPerSpin: 1,
    })
    .returning({ id: seasons.id })
  if (!row) throw new Error('Inserting the season returned no row')
  return row.id
}

export async function updateDraft(tx: Db, seasonId: number, columns: DraftColumns): Promise<void> {
  await tx.update(seasons).set(columns).where(eq(seasons.id, seasonId))
}

/** Stores the number of problems, unless the draft was saved meanwhile. */
export async function countProblems(
  db: Db,
  { id, revision }: { id: number; revision: number },
  problemCount: number,
): Promise<void> {
  await db
    .update(seasons)
    .set({ problemCount })
    .where(and(eq(seasons.id, id), eq(seasons.revision, revision)))
}

/** Deletes a draft; its revisions and products follow. */
export async function deleteDraft(tx: Db, seasonId: number): Promise<void> {
  await tx.delete(seasons).where(and(eq(seasons.id, seasonId), eq(seasons.state, 'DRAFT')))
}

/** The calls whose open proposal puts a draft in review. */
const PUBLISHING_CALLS = ['seasonPlan.publish', 'seasonPlan.schedule']

/** Returns the open proposals to publish these subjects, each with the hash of its plan. */
export async function findReviews(
  db: Db,
  subjects: readonly string[],
  now: Date,
): Promise<{ subject: string; planHash: string | null }[]> {
  if (subjects.length === 0) return []
  return db
    .select({
      subject: approvals.subject,
      planHash: sql<string | null>`${approvals.facts} ->> 'planHash'`,
    })
    .from(approvals)
    .where(
      and(
        eq(approvals.state, 'WAITING'),
        inArray(approvals.call, PUBLISHING_CALLS),
        inArray(approvals.subject, [...subjects]),
        gt(approvals.expiresAt, now),
      ),
    )
}
