import { sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'

/**
 * Counts the refusals of every hour from an instant on again, so that an hour that was read while it
 * ran is corrected. A refusal without a season belongs to the one that ran.
 */
export async function countRefusals(tx: Db, from: Date): Promise<void> {
  // Raw SQL: it reads an id from JSON and adds to a conflicting row in one statement.
  await tx.execute(sql`insert into season_refusals (season_id, hour_started_at, code, refusals)
    select s.id, r.hour_started_at, r.code, sum(r.count)
    from member_refusals r
    join seasons s on s.state = 'PUBLISHED' and case
      when r.subject ? 'seasonId' then s.id = (r.subject ->> 'seasonId')::bigint
      else s.start_at <= r.hour_started_at and r.hour_started_at < s.end_at end
    where r.hour_started_at >= ${from.toISOString()}::timestamptz
    group by s.id, r.hour_started_at, r.code
    on conflict (season_id, hour_started_at, code) do update set
      refusals = greatest(season_refusals.refusals, excluded.refusals)`)
}

/** Counts the pushes of a programme day again. */
export async function countPushes(
  tx: Db,
  day: { day: string; startAt: Date; endAt: Date },
): Promise<void> {
  const [from, until] = [day.startAt.toISOString(), day.endAt.toISOString()]
  // Raw SQL: two counts over different indexes become one row.
  await tx.execute(sql`insert into push_days (day, sent, dropped)
    select ${day.day}::date,
      (select count(*) from push_deliveries
        where sent_at >= ${from}::timestamptz and sent_at < ${until}::timestamptz),
      (select count(*) from push_deliveries
        where dropped_at >= ${from}::timestamptz and dropped_at < ${until}::timestamptz)
    on conflict (day) do update set sent = greatest(push_days.sent, excluded.sent),
      dropped = greatest(push_days.dropped, excluded.dropped)`)
}

/**
 * Counts how far the members of the seasons came that run, or ended a short time ago. Rewards are
 * paid after the end.
 */
export async function takeSnapshots(
  tx: Db,
  { now, endedAfter }: { now: Date; endedAfter: Date },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  // Raw SQL: tiers are counted into one JSON value per season.
  await tx.execute(sql`insert into season_snapshots (season_id, taken_at, registered, joined,
      checked_in, with_mission, with_purchase, with_reward, tiers)
    select s.id, ${at},
      (select count(*) from members m where m.deleted_at is null),
      p.joined, p.checked_in, p.with_mission, p.with_purchase, p.with_reward,
      coalesce((select jsonb_agg(
          (select count(*) from season_standings st where st.season_id = s.id and st.xp >= t.min_xp
            and (t.next_xp is null or st.xp < t.next_xp)) order by t.min_xp)
        from (select min_xp, lead(min_xp) over (order by min_xp) as next_xp
          from season_tiers where season_id = s.id) t), '[]'::jsonb)
    from seasons s, lateral (
      select count(*) as joined, count(*) filter (where check_ins >= 3) as checked_in,
        count(*) filter (where missions > 0) as with_mission,
        count(*) filter (where purchases > 0) as with_purchase,
        count(*) filter (where is_paid) as with_reward
      from season_participants where season_id = s.id
    ) p
    where s.state = 'PUBLISHED' and s.start_at <= ${at}
      and s.end_at > ${endedAfter.toISOString()}::timestamptz
    on conflict (season_id) do update set taken_at = excluded.taken_at,
      registered = excluded.registered, joined = excluded.joined,
      checked_in = excluded.checked_in, with_mission = excluded.with_mission,
      with_purchase = excluded.with_purchase, with_reward = excluded.with_reward,
      tiers = excluded.tiers`)
}
