import { sql } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { rowsOf, type Db } from '#/platform/process/db.ts'

/**
 * Returns the number of days since the referral that are excused for each friend: at most one per
 * round, on which the friend had joined and did not check in, and none without a check-in in the
 * round.
 */
export async function countExcusedDays(
  db: Db,
  friends: readonly { id: number; since: ProgrammeDay }[],
): Promise<ReadonlyMap<number, number>> {
  if (friends.length === 0) return new Map()
  const checkIn = sql`c.season_id = e.season_id and c.member_id = m.id and c.mission_id = ${CHECK_IN_ID}`
  // Raw SQL: the friends of a page are one value, and their days are compared with those of a round.
  const rows = await rowsOf<{ id: string; days: number }>(
    db,
    sql`select m.id, count(distinct e.round_id)::integer as days
      from jsonb_to_recordset(${JSON.stringify(friends)}::jsonb) as f(id bigint, since date)
        join members m on m.id = f.id
        join excused_days e on e.excused and e.day >= f.since and m.created_at < e.window_ends_at
        join season_rounds r on r.id = e.round_id
      where not exists (
          select 1 from mission_completions c where ${checkIn} and c.slot = e.day::text)
        and exists (select 1 from mission_completions c where ${checkIn}
          and c.slot >= ((r.start_at at time zone 'UTC' + interval '4 hours')::date)::text
          and c.slot <= (((r.end_at - interval '1 millisecond') at time zone 'UTC'
            + interval '4 hours')::date)::text)
      group by m.id`,
  )
  return new Map(rows.map(({ id, days }) => [Number(id), days]))
}
