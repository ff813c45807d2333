import { and, countDistinct, eq } from 'drizzle-orm'
import { missionCompletions, seasonMembers } from '#/modules/mission/mission.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** Returns what a member did in a season; undefined if nothing. */
export async function findActivity(db: Db, of: { seasonId: number; memberId: number }) {
  const [row] = await db
    .select({ checkIns: seasonMembers.checkIns, spins: seasonMembers.spins })
    .from(seasonMembers)
    .where(and(eq(seasonMembers.seasonId, of.seasonId), eq(seasonMembers.memberId, of.memberId)))
  return row
}

/** Counts the different missions that a member completed in a season. */
export async function countMissionsDone(
  db: Db,
  of: { seasonId: number; memberId: number },
): Promise<number> {
  const [row] = await db
    .select({ done: countDistinct(missionCompletions.missionId) })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, of.seasonId),
        eq(missionCompletions.memberId, of.memberId),
      ),
    )
  return row?.done ?? 0
}
