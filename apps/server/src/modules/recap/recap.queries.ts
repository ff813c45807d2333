import { and, asc, count, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { missionCompletions, seasonMembers } from '#/modules/mission/mission.table.ts'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { roundRewards, roundStandings, seasonRounds } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { numberOrNull, scalar } from '#/platform/process/expressions.ts'
import { seasonPlaces, seasonRecaps } from './recap.table.ts'

type Of = { seasonId: number; memberId: number }

/** Far more friends than a recap tells apart; it bounds the rows that are read. */
const FRIENDS_MAX = 1000

/** Returns whether the places are written, and the member's result, in one row. */
export async function findResult(db: Db, { seasonId, memberId }: Of) {
  const own = and(eq(seasonPlaces.seasonId, seasonId), eq(seasonPlaces.memberId, memberId))
  const standing = and(
    eq(seasonStandings.seasonId, seasonId),
    eq(seasonStandings.memberId, memberId),
  )
  const progress = and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, memberId))
  const [row] = await db
    .select({
      isFinished: sql<boolean>`${seasonRecaps.finishedAt} is not null`,
      members: seasonRecaps.members,
      place: scalar(db, seasonPlaces.place, own),
      xp: scalar(db, seasonStandings.xp, standing),
      checkIns: scalar(db, seasonMembers.checkIns, progress),
    })
    .from(seasonRecaps)
    .where(eq(seasonRecaps.seasonId, seasonId))
  return row
}

/** Returns the days on which the member checked in, in order. */
export async function findCheckInDays(db: Db, { seasonId, memberId }: Of): Promise<ProgrammeDay[]> {
  const { day } = missionCompletions
  const rows = await db
    .select({ day })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, seasonId),
        eq(missionCompletions.memberId, memberId),
        eq(missionCompletions.missionId, CHECK_IN_ID),
      ),
    )
    .orderBy(asc(day))
  return rows.map((row) => row.day)
}

/** Sums what the member earned on each programme day, in order. */
export async function findEarnedDays(db: Db, { seasonId, memberId }: Of) {
  const { createdAt, kind, xp } = histories
  const day = sql<ProgrammeDay>`to_char(${createdAt} at time zone 'UTC' + interval '4 hours', 'YYYY-MM-DD')`
  const rows = await db
    .select({
      day: day.as('day'),
      xp: sql`sum(${xp})`.mapWith(Number),
      bestSpin: sql`max(${xp}) filter (where ${kind} = 'SPIN')`.mapWith(numberOrNull),
      missions: sql`count(*) filter (where ${kind} = 'MISSION')`.mapWith(Number),
    })
    .from(histories)
    .where(
      and(
        eq(histories.memberId, memberId),
        eq(histories.seasonId, seasonId),
        eq(histories.tab, 'Earned'),
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
  return rows
}

/** Sums the member's rewards. A reward that found no wallet in time was not earned. */
export async function findRewards(db: Db, { seasonId, memberId }: Of) {
  const { amount } = roundRewards
  const [row] = await db
    .select({
      rounds: count(),
      amount: sql`coalesce(sum(${amount}), 0)`.mapWith(amount),
    })
    .from(seasonRounds)
    .innerJoin(
      roundRewards,
      and(eq(roundRewards.roundId, seasonRounds.id), eq(roundRewards.memberId, memberId)),
    )
    .where(
      and(eq(seasonRounds.seasonId, seasonId), ne(roundRewards.state, 'EXPIRED'), gt(amount, 0n)),
    )
  return row ?? { rounds: 0, amount: 0n }
}

/**
 * Counts the invited members who took part, and those who earned XP in the last round. Their rows are
 * read by key for each friend, so that the size of the season does not matter.
 */
export async function findFriendCounts(
  db: Db,
  { seasonId, memberId, roundId }: Of & { roundId: number },
) {
  const friends = db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.referredBy, memberId))
    .orderBy(desc(members.referredAt), desc(members.id))
    .limit(FRIENDS_MAX)
    .as('friends')
  const place = scalar(
    db,
    seasonPlaces.place,
    and(eq(seasonPlaces.seasonId, seasonId), eq(seasonPlaces.memberId, friends.id)),
  )
  const lastXp = scalar(
    db,
    roundStandings.xp,
    and(eq(roundStandings.roundId, roundId), eq(roundStandings.memberId, friends.id)),
  )
  const [row] = await db
    .select({
      joined: sql`count(*) filter (where ${place} is not null)`.mapWith(Number),
      stayed: sql`count(*) filter (where ${place} is not null and ${lastXp} > 0)`.mapWith(Number),
    })
    .from(friends)
  return row ?? { joined: 0, stayed: 0 }
}
