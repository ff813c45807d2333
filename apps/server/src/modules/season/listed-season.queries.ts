import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import type { DraftRow } from './plan.queries.ts'
import { seasons, type DraftPlan } from './season.table.ts'

/** A season as far as lists show it. */
export type ListedSeason = Omit<DraftRow, 'plan' | 'createdAt'> & {
  /** The rounds, the budget and the reward of the newest plan. */
  parts: DraftPlan
}

const { id, state, title, startAt, endAt, publishedAt, pausedAt, revision, problemCount, plan } =
  seasons

// A plan has up to 256 KiB, so only the database reads all of it. Drizzle has no expression for
// parts of JSON.
const PARTS = sql`jsonb_build_object(
  'rounds', ${plan} -> 'rounds', 'budget', ${plan} -> 'budget', 'reward', ${plan} -> 'reward'
)`.mapWith(plan)

/** Returns all seasons including drafts, ordered by start. */
export function findAllSeasons(db: Db): Promise<ListedSeason[]> {
  return db
    .select({
      id,
      state,
      title,
      startAt,
      endAt,
      publishedAt,
      pausedAt,
      revision,
      problemCount,
      parts: PARTS,
    })
    .from(seasons)
    .orderBy(startAt, id)
}

/** Returns the newest plans of these seasons. */
export function findPlans(
  db: Db,
  seasonIds: readonly number[],
): Promise<{ id: number; plan: DraftPlan }[]> {
  return db
    .select({ id, plan })
    .from(seasons)
    .where(inArray(id, idList(seasonIds)))
}
