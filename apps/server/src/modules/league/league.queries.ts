import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { leagueEntries, leagueMembers, leagueOptOuts, leagueWeeks } from './league.table.ts'

type Of = { seasonId: number; memberId: number }

const own = alias(leagueEntries, 'own')

/** Returns the member's entry of a week, the week itself, the own rung, and whether the member takes part. */
export async function findOwnWeek(db: Db, { seasonId, memberId, week }: Of & { week: number }) {
  const [row] = await db
    .select({
      optedOut: sql<boolean>`${leagueOptOuts.memberId} is not null`,
      week: leagueWeeks,
      entry: own,
      ownRung: leagueMembers.rung,
    })
    .from(members)
    .leftJoin(leagueOptOuts, eq(leagueOptOuts.memberId, members.id))
    .leftJoin(
      leagueMembers,
      and(eq(leagueMembers.seasonId, seasonId), eq(leagueMembers.memberId, members.id)),
    )
    .leftJoin(leagueWeeks, and(eq(leagueWeeks.seasonId, seasonId), eq(leagueWeeks.week, week)))
    .leftJoin(own, and(eq(own.seasonId, seasonId), eq(own.week, week), eq(own.memberId, memberId)))
    .where(eq(members.id, memberId))
  return row
}

export type OwnWeek = NonNullable<Awaited<ReturnType<typeof findOwnWeek>>>

/** Returns the members of a league with the XP of the week so far, without those who left. */
export async function findLeague(
  db: Db,
  of: { seasonId: number; week: number; league: number },
): Promise<{ memberId: number; nickname: string; xp: number; score: number }[]> {
  const { seasonId, week, league } = of
  const entry = leagueEntries
  return db
    .select({
      memberId: members.id,
      nickname: members.nickname,
      xp: sql`coalesce(${entry.xp}, greatest(0, coalesce(${seasonStandings.xp} - ${leagueMembers.baseXp}, 0)))`.mapWith(
        Number,
      ),
      score: sql`coalesce(${seasonStandings.score}, 0)`.mapWith(Number),
    })
    .from(entry)
    .innerJoin(members, eq(members.id, entry.memberId))
    .leftJoin(
      seasonStandings,
      and(eq(seasonStandings.seasonId, seasonId), eq(seasonStandings.memberId, entry.memberId)),
    )
    .leftJoin(
      leagueMembers,
      and(eq(leagueMembers.seasonId, seasonId), eq(leagueMembers.memberId, entry.memberId)),
    )
    .leftJoin(leagueOptOuts, eq(leagueOptOuts.memberId, entry.memberId))
    .where(
      and(
        eq(entry.seasonId, seasonId),
        eq(entry.week, week),
        eq(entry.league, league),
        isNull(members.deletedAt),
        isNull(leagueOptOuts.memberId),
      ),
    )
}

/** Returns the newest result of a member before a week. */
export async function findLastResult(db: Db, { seasonId, memberId, week }: Of & { week: number }) {
  const mates = alias(leagueEntries, 'mates')
  const weeks = db
    .select({ week: leagueWeeks.week })
    .from(leagueWeeks)
    .where(
      and(
        eq(leagueWeeks.seasonId, seasonId),
        eq(leagueWeeks.step, 'CLOSED'),
        lt(leagueWeeks.week, week),
      ),
    )
  const [row] = await db
    .select({
      week: own.week,
      rung: own.rung,
      isApart: own.isApart,
      place: own.place,
      outcome: own.outcome,
      toRung: own.toRung,
      xp: own.xp,
      members: sql`${db
        .select({ members: count() })
        .from(mates)
        .where(
          and(
            eq(mates.seasonId, seasonId),
            eq(mates.week, own.week),
            eq(mates.league, own.league),
            isNotNull(mates.place),
          ),
        )}`.mapWith(Number),
    })
    .from(own)
    .where(
      and(
        eq(own.seasonId, seasonId),
        eq(own.memberId, memberId),
        inArray(own.week, weeks),
        isNotNull(own.outcome),
      ),
    )
    .orderBy(desc(own.week))
    .limit(1)
  return row
}

/** Returns whether the member does not play; the first instant stays. */
export async function insertOptOut(db: Db, memberId: number, now: Date): Promise<void> {
  await db.insert(leagueOptOuts).values({ memberId, optedOutAt: now }).onConflictDoNothing()
}

export async function deleteOptOut(db: Db, memberId: number): Promise<void> {
  await db.delete(leagueOptOuts).where(eq(leagueOptOuts.memberId, memberId))
}

export async function findWeek(db: Db, { seasonId, week }: { seasonId: number; week: number }) {
  const [row] = await db
    .select()
    .from(leagueWeeks)
    .where(and(eq(leagueWeeks.seasonId, seasonId), eq(leagueWeeks.week, week)))
  return row
}

/** Returns the names in the draw of the next leagues. */
export function findDraw(
  db: Db,
  of: { seasonId: number; week: number; after: number; leagues: number },
) {
  const { blindedId, rung, isApart, band, league } = leagueEntries
  return db
    .select({
      blindedId,
      rung,
      isApart,
      band: sql`${band}`.mapWith(Number),
      league: sql`${league}`.mapWith(Number),
    })
    .from(leagueEntries)
    .where(
      and(
        eq(leagueEntries.seasonId, of.seasonId),
        eq(leagueEntries.week, of.week),
        gt(league, of.after),
        sql`${league} <= ${of.after + of.leagues}`,
      ),
    )
    .orderBy(asc(league), asc(blindedId))
}
