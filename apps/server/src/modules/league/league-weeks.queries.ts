import { and, asc, desc, eq, exists, gt, isNull, lte, ne, or } from 'drizzle-orm'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { leagueWeeks } from './league.table.ts'

export type WeekRow = typeof leagueWeeks.$inferSelect

export type LeagueSeason = { seasonId: number; startAt: Date; endAt: Date }

/** Returns the running seasons, and the ended ones whose last week is not closed yet. */
export function findLeagueSeasons(db: Db, now: Date): Promise<LeagueSeason[]> {
  const unfinished = db
    .select({ week: leagueWeeks.week })
    .from(leagueWeeks)
    .where(
      and(
        eq(leagueWeeks.seasonId, seasons.id),
        ne(leagueWeeks.step, 'CLOSED'),
        ne(leagueWeeks.step, 'COMMITTED'),
      ),
    )
  return db
    .select({ seasonId: seasons.id, startAt: seasons.startAt, endAt: seasons.endAt })
    .from(seasons)
    .where(
      and(
        eq(seasons.state, 'PUBLISHED'),
        lte(seasons.startAt, now),
        or(gt(seasons.endAt, now), exists(unfinished)),
      ),
    )
    .orderBy(asc(seasons.id))
}

/** Locks the weeks of a season, so that one process at a time takes a step. */
export function lockWeeks(tx: Db, seasonId: number): Promise<WeekRow[]> {
  return tx
    .select()
    .from(leagueWeeks)
    .where(eq(leagueWeeks.seasonId, seasonId))
    .orderBy(asc(leagueWeeks.week))
    .for('update')
}

/** Returns whether the row is new; a seed that is committed stays. */
export async function insertWeek(
  tx: Db,
  row: Pick<WeekRow, 'seasonId' | 'week' | 'seed' | 'commitment' | 'committedAt'>,
): Promise<boolean> {
  const added = await tx
    .insert(leagueWeeks)
    .values(row)
    .onConflictDoNothing()
    .returning({ week: leagueWeeks.week })
  return added.length > 0
}

export async function saveWeek(
  tx: Db,
  { seasonId, week }: Pick<WeekRow, 'seasonId' | 'week'>,
  to: Partial<WeekRow>,
): Promise<void> {
  await tx
    .update(leagueWeeks)
    .set(to)
    .where(and(eq(leagueWeeks.seasonId, seasonId), eq(leagueWeeks.week, week)))
}

/** Returns the score of the last member above the leagues; undefined if fewer have XP. */
export async function findTopScore(
  db: Db,
  seasonId: number,
  count: number,
): Promise<number | undefined> {
  const { memberId, score, xp } = seasonStandings
  const [row] = await db
    .select({ score })
    .from(seasonStandings)
    .innerJoin(members, eq(members.id, memberId))
    .where(and(eq(seasonStandings.seasonId, seasonId), gt(xp, 0), isNull(members.deletedAt)))
    .orderBy(desc(score), memberId)
    .offset(count - 1)
    .limit(1)
  return row?.score
}
