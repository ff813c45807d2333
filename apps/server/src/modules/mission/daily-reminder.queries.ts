import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

/** A mission on a day of the programme, and from when on it can be done. */
export type DailyTask = {
  seasonId: number
  missionId: number
  day: string
  from: Date
  /** Of the spin: how often it is free on a day. It is done by spinning, not by a completion. */
  freeSpins: number | undefined
}

type Stretch = { afterMemberId: number; size: number }

/** Who had its bell on when it could first be done, and could still do it. */
export function findAsked(db: Db, task: DailyTask, stretch: Stretch): Promise<number[]> {
  return members(
    db,
    stretch,
    sql`select a.member_id from mission_alarms a
      join members m on m.id = a.member_id and m.status = 'ACTIVE'
      left join season_members p on p.season_id = a.season_id and p.member_id = a.member_id
      where a.season_id = ${task.seasonId} and a.mission_id = ${task.missionId} and a.enabled
        and a.updated_at < ${task.from.toISOString()}::timestamptz
        and ${isOpen(task, sql`a.member_id`)}
        and a.member_id > ${stretch.afterMemberId}`,
  )
}

/** Who takes part in the season, could still do it, and has not switched its bell off. */
export function findParticipants(db: Db, task: DailyTask, stretch: Stretch): Promise<number[]> {
  return members(
    db,
    stretch,
    sql`select p.member_id from season_members p
      join members m on m.id = p.member_id and m.status = 'ACTIVE'
      where p.season_id = ${task.seasonId}
        -- The row alone means no more than a look at the wheel.
        and (p.check_ins > 0 or p.spins > 0 or exists (select 1 from mission_completions c
          where c.season_id = p.season_id and c.member_id = p.member_id))
        and not exists (select 1 from mission_alarms a where a.season_id = p.season_id
          and a.mission_id = ${task.missionId} and a.member_id = p.member_id and not a.enabled)
        and ${isOpen(task, sql`p.member_id`)}
        and p.member_id > ${stretch.afterMemberId}`,
  )
}

function isOpen({ seasonId, missionId, day, freeSpins }: DailyTask, memberId: SQL): SQL {
  if (freeSpins !== undefined) {
    return sql`(p.free_spins_day is distinct from ${day}::date or p.free_spins_used < ${freeSpins})`
  }
  return sql`not exists (select 1 from mission_completions c where c.season_id = ${seasonId}
      and c.member_id = ${memberId} and c.mission_id = ${missionId} and c.day = ${day}::date)
    and not exists (select 1 from mission_budgets b where b.season_id = ${seasonId}
      and b.mission_id = ${missionId} and b.remaining = 0)`
}

async function members(db: Db, { size }: Stretch, chosen: SQL): Promise<number[]> {
  const rows = await rowsOf<{ member_id: number | string }>(
    db,
    sql`${chosen} order by member_id limit ${size}`,
  )
  return rows.map((row) => Number(row.member_id))
}
