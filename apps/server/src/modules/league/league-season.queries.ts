import { asc, eq } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { leagueWeeks } from './league.table.ts'

export function findSeasonWeeks(db: Db, seasonId: number) {
  return db
    .select()
    .from(leagueWeeks)
    .where(eq(leagueWeeks.seasonId, seasonId))
    .orderBy(asc(leagueWeeks.week))
}
