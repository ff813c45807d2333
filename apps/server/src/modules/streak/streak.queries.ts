import { and, asc, eq } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { missionCompletions } from '#/modules/mission/mission.table.ts'
import type { Db } from '#/platform/process/db.ts'

/** Returns the days of a season on which the member checked in, in order. */
export async function findCheckInDays(
  db: Db,
  of: { seasonId: number; memberId: number },
): Promise<ProgrammeDay[]> {
  const { seasonId, memberId, missionId, day } = missionCompletions
  const rows = await db
    .select({ day })
    .from(missionCompletions)
    .where(and(eq(seasonId, of.seasonId), eq(memberId, of.memberId), eq(missionId, CHECK_IN_ID)))
    .orderBy(asc(day))
  return rows.map((row) => row.day)
}
