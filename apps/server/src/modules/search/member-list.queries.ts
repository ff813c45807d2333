import { and, asc, desc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { sessions } from '#/modules/session/session.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList, scalar } from '#/platform/process/expressions.ts'

/** Returns the rows of the members list, newest first. */
export function findMemberRows(db: Db, ids: readonly number[], seasonId: number | undefined) {
  const lastSeen = db
    .select({ at: max(sessions.rotatedAt) })
    .from(sessions)
    .where(eq(sessions.memberId, members.id))
  const ofSeason = and(
    eq(seasonStandings.seasonId, seasonId ?? 0),
    eq(seasonStandings.memberId, members.id),
  )
  return db
    .select({
      userId: members.id,
      email: members.email,
      nickname: members.nickname,
      walletAddress: members.walletAddress,
      status: members.status,
      createdAt: members.createdAt,
      deletedAt: members.deletedAt,
      language: members.language,
      lastSeenAt: sql<Date | null>`(${lastSeen})`.mapWith(instantOrNull),
      seasonXp: scalar(db, seasonStandings.xp, ofSeason),
    })
    .from(members)
    .where(inArray(members.id, idList(ids)))
    .orderBy(desc(members.id))
}

/** Returns the season that runs now, the earliest if there are several. */
export async function findRunningSeasonId(db: Db, now: Date): Promise<number | undefined> {
  const isPublished = eq(seasons.state, 'PUBLISHED').inlineParams()
  const [row] = await db
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(isPublished, lte(seasons.startAt, now), gt(seasons.endAt, now)))
    .orderBy(asc(seasons.startAt))
    .limit(1)
  return row?.id
}
