import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type RankedRow = { memberId: number; nickname: string; xp: number }

type Row = { member_id: number | string; nickname: string; xp: number | string }

const asRanked = (row: Row): RankedRow => ({
  memberId: Number(row.member_id),
  nickname: row.nickname,
  xp: Number(row.xp),
})

/** In the order of the index: as many rows as asked for, however many members there are. */
export async function findTop(db: Db, seasonId: number, count: number): Promise<RankedRow[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select st.member_id, m.nickname, st.xp
      from season_standings st join members m on m.id = st.member_id
      where st.season_id = ${seasonId} and st.xp > 0 and m.deleted_at is null
      order by st.score desc, st.member_id limit ${count}`,
  )
  return rows.map(asRanked)
}

export type Place = { rank: number | undefined; xp: number; ranked: number; unfolded: number }

/** Where a member stands and how many stand at all, at one moment. */
export async function findPlace(db: Db, seasonId: number, memberId: number): Promise<Place> {
  const [row] = await rowsOf<Record<'rank' | 'xp' | 'ranked' | 'unfolded', string | number | null>>(
    db,
    sql`select st.xp,
        case when st.xp > 0 then 1 + ranking_above(st.season_id, st.score, st.member_id) end as rank,
        coalesce((select sum(members) from ranking_counts where season_id = ${seasonId} and width = 42), 0)
          + moved.change as ranked, moved.unfolded
      from (
        select count(to_score) - count(from_score) as change, count(*) as unfolded
        from ranking_moves where season_id = ${seasonId}
      ) moved
      left join season_standings st on st.season_id = ${seasonId} and st.member_id = ${memberId}`,
  )
  return {
    rank: row?.rank == null ? undefined : Number(row.rank),
    xp: Number(row?.xp ?? 0),
    ranked: Number(row?.ranked ?? 0),
    unfolded: Number(row?.unfolded ?? 0),
  }
}

/** The rows next to a member in the order of the ranking, best first, without the member. */
export async function findAround(
  db: Db,
  of: { seasonId: number; memberId: number; count: number },
): Promise<{ above: RankedRow[]; below: RankedRow[] }> {
  const { seasonId, memberId, count } = of
  const rows = await rowsOf<Row & { side: 'above' | 'below' }>(
    db,
    sql`with me as (
        select score from season_standings where season_id = ${seasonId} and member_id = ${memberId}
      ), around as (
        (select 'above' as side, st.* from season_standings st, me
          where st.season_id = ${seasonId} and st.score = me.score and st.member_id < ${memberId}
          order by st.member_id desc limit ${count})
        union all
        (select 'above', st.* from season_standings st, me
          where st.season_id = ${seasonId} and st.score > me.score
          order by st.score, st.member_id desc limit ${count})
        union all
        (select 'below', st.* from season_standings st, me
          where st.season_id = ${seasonId} and st.score = me.score and st.member_id > ${memberId}
          order by st.member_id limit ${count})
        union all
        (select 'below', st.* from season_standings st, me
          where st.season_id = ${seasonId} and st.score < me.score
          order by st.score desc, st.member_id limit ${count})
      )
      select a.side, a.member_id, m.nickname, a.xp
      from around a join members m on m.id = a.member_id where a.xp > 0
      order by a.score desc, a.member_id`,
  )
  const side = (name: string) => rows.filter((row) => row.side === name).map(asRanked)
  return { above: side('above').slice(-count), below: side('below').slice(0, count) }
}

/** Tells how many rows were folded. */
export async function foldMoves(db: Db, atMost: number): Promise<number> {
  const [row] = await rowsOf<{ folded: number }>(db, sql`select ranking_fold(${atMost}) as folded`)
  return row?.folded ?? 0
}

/** Takes a member out of every ranking. What they earned stays in the ledger. */
export async function leaveRankings(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`with gone as (
      delete from season_standings where member_id = ${memberId} returning season_id, score, xp
    )
    insert into ranking_moves (season_id, from_score) select season_id, score from gone where xp > 0`)
}
