import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { fakePayouts } from '#test/fake-payouts.ts'
import { notifyNextMembers } from './opening.service.ts'
import { settleRound } from '#test/test-season.ts'

const NOW = '2026-06-23T08:00:00Z'

test('continues a settlement and an opening that an earlier version began', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0094')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      select 'early-' || i || '@harbor.example', 'hash', 'early' || i, 'EARLY' || i, '${NOW}', '${NOW}', '${NOW}'
      from generate_series(1, 3) i;
    insert into seasons (state, title, description, start_at, end_at, reward_symbol, reward_decimals,
        xp_per_level, top_level, check_in_base_xp, check_in_bonus_every, check_in_bonus_xp,
        free_spins_per_day, tickets_per_spin, plan, created_at, published_at)
      select 'PUBLISHED', '{}', '{}', '2026-06-01', '2026-06-20', 'USDS', 6, 1, 1, 1, 1, 1, 1, 1, '{}', '${NOW}', '${NOW}'
      from generate_series(1, 2);
    insert into season_rounds (season_id, number, start_at, end_at, pool)
      values (1, 1, '2026-06-01', '2026-06-20', 900);
    insert into round_standings (round_id, member_id, xp, check_in_days)
      select 1, id, 100, 3 from members;
    insert into round_rewards (round_id, member_id, season_id, amount, state, history_id, created_at)
      values (1, 1, 1, 300, 'WAITING', 0, '2026-06-20T08:00:00Z');
    insert into alerts (member_id, code, data, created_at) values (1, 'REWARD_WAITING', '{}', '${NOW}');
    insert into alerts (member_id, code, data, created_at)
      select id, 'SEASON_OPEN', '{"seasonId": 1}', '${NOW}' from members;
    insert into jobs (kind, payload, due_at, attempts, created_at)
      select 'season.open', jsonb_build_object('id', id), '${NOW}', 1, '${NOW}' from seasons;`)

  await migrate(database)

  const { db } = database
  const ctx = { db, now: () => new Date(NOW), payouts: fakePayouts(async () => 1) }
  await settleRound(ctx, 1)
  for (const seasonId of [1, 2]) await notifyNextMembers(ctx, seasonId)
  const rewards = await rowsOf(
    db,
    sql`select member_id::int as member, amount::int, (select rewarded::int from season_rounds) as sum,
        (select rewarded_members from season_rounds) as members
      from round_rewards order by member_id`,
  )
  const alerts = await rowsOf(
    db,
    sql`select data ->> 'seasonId' as season, count(*)::int as alerts from alerts
      where code = 'SEASON_OPEN' group by 1 order by 1`,
  )
  const waiting = await rowsOf(
    db,
    sql`select member_id::int as member from alerts where code = 'REWARD_WAITING' order by 1`,
  )
  await database.close()
  expect(rewards).toEqual(
    [1, 2, 3].map((member) => ({ member, amount: 300, sum: 900, members: 3 })),
  )
  expect(waiting).toEqual([1, 2, 3].map((member) => ({ member })))
  // The statement of the first season was committed before its worker stopped.
  expect(alerts).toEqual([
    { season: '1', alerts: 3 },
    { season: '2', alerts: 3 },
  ])
})
