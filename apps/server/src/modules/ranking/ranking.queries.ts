import { and, asc, desc, eq, gt, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { scalar } from '#/platform/process/expressions.ts'
import { rankingCounts, rankingPending, seasonStandings, standingRank } from './ranking.table.ts'

export type RankedRow = Awaited<ReturnType<typeof findTop>>[number]

/** Reads in index order, so that the cost depends on the number of rows only. */
export function findTop(db: Db, seasonId: number, size: number) {
  const { memberId, xp, score } = seasonStandings
  return db
    .select({ memberId, nickname: members.nickname, xp })
    .from(seasonStandings)
    .innerJoin(members, eq(members.id, memberId))
    .where(and(eq(seasonStandings.seasonId, seasonId), gt(xp, 0), isNull(members.deletedAt)))
    .orderBy(desc(score), memberId)
    .limit(size)
}

export type RankPosition = {
  rank: number | undefined
  xp: number
  ranked: number
  pendingMoves: number
}

/** The coarsest counts, whose sum reads the fewest rows. */
const COARSEST = 42

/** Returns the rank of a member and the number of ranked members, in one statement. */
export async function findRankPosition(
  db: Db,
  seasonId: number,
  memberId: number,
): Promise<RankPosition> {
  const standing = seasonStandings
  const counted = db
    .select({ members: sql`sum(${rankingCounts.members})` })
    .from(rankingCounts)
    .where(and(eq(rankingCounts.seasonId, seasonId), eq(rankingCounts.width, COARSEST)))
  const [row] = await db
    .select({
      xp: standing.xp,
      rank: standingRank,
      ranked: sql`coalesce(${counted}, 0) + ${rankingPending.members}`.mapWith(Number),
      pendingMoves: rankingPending.moves,
    })
    .from(members)
    .leftJoin(standing, and(eq(standing.seasonId, seasonId), eq(standing.memberId, memberId)))
    .crossJoinLateral(rankingPending.of(seasonId, null))
    .where(eq(members.id, memberId))
  const rank = row?.rank ?? undefined
  return {
    rank,
    xp: row?.xp ?? 0,
    // A member's own rank can be ahead of the counts.
    ranked: Math.max(row?.ranked ?? 0, rank ?? 0),
    pendingMoves: row?.pendingMoves ?? 0,
  }
}

type Side = 'above' | 'below'

/** Returns the members next to this one in the ranking, best first, without the member. */
export async function findAround(
  db: Db,
  of: { seasonId: number; memberId: number; count: number },
): Promise<{ above: RankedRow[]; below: RankedRow[] }> {
  const { memberId, xp, score } = seasonStandings
  const ofSeason = eq(seasonStandings.seasonId, of.seasonId)
  // As a scalar the score limits the index scan; as a joined row it would only filter all members.
  const own = scalar(db, score, and(ofSeason, eq(memberId, of.memberId)))
  const next = (side: SQL<Side>, where: SQL | undefined, ...order: [SQL, SQL?]) =>
    db
      .select({ side: side.as('side'), memberId, xp, score })
      .from(seasonStandings)
      .where(and(ofSeason, where))
      .orderBy(...order.filter((each) => each !== undefined))
      .limit(of.count)
  const above = sql<Side>`'above'`
  const below = sql<Side>`'below'`
  const around = db
    .$with('around')
    .as(
      unionAll(
        next(above, and(eq(score, own), lt(memberId, of.memberId)), desc(memberId)),
        next(above, gt(score, own), asc(score), desc(memberId)),
        next(below, and(eq(score, own), gt(memberId, of.memberId)), asc(memberId)),
        next(below, lt(score, own), desc(score), asc(memberId)),
      ),
    )
  const rows = await db
    .with(around)
    .select({
      side: around.side,
      memberId: around.memberId,
      nickname: members.nickname,
      xp: around.xp,
    })
    .from(around)
    .innerJoin(members, eq(members.id, around.memberId))
    .where(gt(around.xp, 0))
    .orderBy(desc(around.score), around.memberId)
  const on = (name: Side) =>
    rows.filter(({ side }) => side === name).map(({ side: _, ...row }) => row)
  return { above: on('above').slice(-of.count), below: on('below').slice(0, of.count) }
}

/** Aggregates pending moves and returns how many rows were processed. */
export async function aggregateMoves(db: Db, atMost: number): Promise<number> {
  const [row] = await db
    .select({ aggregated: sql<number>`aggregated` })
    .from(sql`ranking_aggregate(${atMost}) as aggregated`)
  return row?.aggregated ?? 0
}

/** Removes a member from every ranking. The earned XP stays in the ledger. */
export async function removeFromRankings(db: Db, memberId: number): Promise<void> {
  // Raw SQL: the builder would insert the identity column of ranking_moves too. The seasons lead to
  // the member's rows through the primary key.
  await db.execute(sql`with gone as (
      delete from season_standings where member_id = ${memberId}
        and season_id in (select id from seasons) returning season_id, score, xp
    )
    insert into ranking_moves (season_id, from_score) select season_id, score from gone where xp > 0`)
}
