import { and, eq, gt } from 'drizzle-orm'
import { rankingPending, seasonStandings, standingRank } from '#/modules/ranking/ranking.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** Returns the rank of every ranked member of a season, all read at the same moment. */
export function findAllRanks(db: Db, seasonId: number) {
  return db
    .select({ memberId: seasonStandings.memberId, rank: standingRank })
    .from(seasonStandings)
    .crossJoinLateral(rankingPending.of(seasonStandings.seasonId, null))
    .where(and(eq(seasonStandings.seasonId, seasonId), gt(seasonStandings.xp, 0)))
}
