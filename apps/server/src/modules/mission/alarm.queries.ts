import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export type AlarmRow = { seasonId: number; missionId: number; enabled: boolean }

export async function findAlarms(
  db: Db,
  memberId: number,
  seasonId: number | undefined,
): Promise<AlarmRow[]> {
  const rows = await rowsOf<{ season_id: number | string; mission_id: number; enabled: boolean }>(
    db,
    sql`select season_id, mission_id, enabled from mission_alarms where member_id = ${memberId}
      and (${seasonId ?? null}::bigint is null or season_id = ${seasonId ?? null}::bigint)
      order by season_id, mission_id`,
  )
  return rows.map((row) => ({
    seasonId: Number(row.season_id),
    missionId: row.mission_id,
    enabled: row.enabled,
  }))
}

export async function saveAlarm(
  db: Db,
  alarm: AlarmRow & { memberId: number; at: Date },
): Promise<void> {
  await db.execute(sql`insert into mission_alarms (member_id, season_id, mission_id, enabled, updated_at)
    values (${alarm.memberId}, ${alarm.seasonId}, ${alarm.missionId}, ${alarm.enabled},
      ${alarm.at.toISOString()}::timestamptz)
    on conflict (member_id, season_id, mission_id) do update
      set enabled = excluded.enabled, updated_at = excluded.updated_at`)
}

export async function deleteMissionTraces(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from mission_alarms where member_id = ${memberId}`)
  await db.execute(sql`delete from mission_opens where member_id = ${memberId}`)
}

export async function saveOpening(
  db: Db,
  open: { seasonId: number; missionId: number; memberId: number; at: Date },
): Promise<Date> {
  const [row] = await rowsOf<{ opened_at: Date | string }>(
    db,
    // The first opening counts: who opens it again does not start to wait anew.
    sql`insert into mission_opens as o (season_id, mission_id, member_id, opened_at)
      values (${open.seasonId}, ${open.missionId}, ${open.memberId}, ${open.at.toISOString()}::timestamptz)
      on conflict (season_id, mission_id, member_id) do update set opened_at =
        case when date_trunc('day', o.opened_at at time zone 'UTC' + interval '4 hours')
            = date_trunc('day', excluded.opened_at at time zone 'UTC' + interval '4 hours')
          then o.opened_at else excluded.opened_at end
      returning opened_at`,
  )
  return new Date(row?.opened_at ?? open.at)
}
