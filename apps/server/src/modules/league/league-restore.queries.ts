import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

export type Restorable = {
  week: number
  memberId: number
  rung: number
  ownRung: number
  xp: number
  /** The members of the league who have a place, and those of them with more XP. */
  mates: number
  better: number
}

/**
 * Returns the next members whose result was withheld by the turns up to a week and who are not held any
 * more. Only the withheld entries are read, through their partial index. Each member is returned once
 * per call, so that a rung moves by the results of one week at a time.
 */
export async function findRestorable(
  tx: Db,
  { seasonId, week, size, now }: { seasonId: number; week: number; size: number; now: Date },
): Promise<Restorable[]> {
  // Raw SQL: the condition has to be the one of the partial index, and mates are counted per row.
  const rows = await rowsOf<Record<keyof Restorable, string | number>>(
    tx,
    sql`select w.week, w.member_id as "memberId", w.rung, m.rung as "ownRung", w.xp,
        mates.all as mates, mates.better
      from (
        select distinct on (e.member_id) e.* from league_entries e
        join members p on p.id = e.member_id
        where e.season_id = ${seasonId} and e.week <= ${week}
          and e.xp is not null and e.to_rung is null and e.outcome is null
          and e.league is not null and not e.is_apart and p.status not in ('SUSPENDED', 'DISABLED')
          and not exists (select 1 from league_opt_outs o where o.member_id = e.member_id)
          and not exists (select 1 from holds h where h.member_id = e.member_id
            and h.ended_at is null and h.until > ${now.toISOString()}::timestamptz)
        order by e.member_id, e.week limit ${size}) w
      join league_members m on m.season_id = w.season_id and m.member_id = w.member_id
      cross join lateral (
        select count(*) as all, count(*) filter (where o.xp > w.xp) as better
        from league_entries o where o.season_id = w.season_id and o.week = w.week
          and o.league = w.league and o.place is not null) mates`,
  )
  return rows.map((row) => ({
    week: Number(row.week),
    memberId: Number(row.memberId),
    rung: Number(row.rung),
    ownRung: Number(row.ownRung),
    xp: Number(row.xp),
    mates: Number(row.mates),
    better: Number(row.better),
  }))
}
