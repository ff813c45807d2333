import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

type Stretch = { seasonId: number; afterMemberId: number; size: number }

/** Who takes part in a season and has not done a mission on this day. */
export function participantsWithout(
  db: Db,
  of: Stretch & { missionId: number; day: string },
): Promise<number[]> {
  return participants(
    db,
    of,
    sql`not exists (select 1 from mission_completions c where c.season_id = p.season_id
      and c.member_id = p.member_id and c.mission_id = ${of.missionId} and c.day = ${of.day}::date)`,
  )
}

/** Who takes part in a season and has a free spin left on this day. */
export function participantsWithFreeSpin(
  db: Db,
  of: Stretch & { freePerDay: number; day: string },
): Promise<number[]> {
  return participants(
    db,
    of,
    sql`(p.free_spins_day is distinct from ${of.day}::date or p.free_spins_used < ${of.freePerDay})`,
  )
}

async function participants(db: Db, of: Stretch, still: SQL): Promise<number[]> {
  const rows = await rowsOf<{ member_id: number | string }>(
    db,
    sql`select p.member_id from season_members p
      join members m on m.id = p.member_id and m.status = 'ACTIVE'
      where p.season_id = ${of.seasonId} and p.member_id > ${of.afterMemberId} and ${still}
      order by p.member_id limit ${of.size}`,
  )
  return rows.map((row) => Number(row.member_id))
}
