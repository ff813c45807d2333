import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

test('published months are counted again by the month in which each hold was opened', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0192')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      select i || '@harbor.example', 'hash', 'm' || i, 'M' || i, now(), now(), now()
      from generate_series(1, 5) i;
    insert into holds (member_id, group_id, state, score, signals, peers, opened_at, until, ended_at,
        appealed_at)
      select m.id, 1, h.state, 100, '{EMAIL}', 8, h.opened::timestamptz,
        h.opened::timestamptz + interval '14 days', h.ended::timestamptz, h.appealed::timestamptz
      from (values
        ('m1', 'RELEASED', '2026-06-30T23:59Z', '2026-07-03T00:00Z', '2026-07-01T00:00Z'),
        ('m2', 'LAPSED', '2026-06-30T23:59Z', '2026-07-14T23:59Z', null),
        ('m3', 'LAPSED', '2026-06-20T00:00Z', '2026-08-01T00:00Z', null),
        ('m4', 'RELEASED', '2026-07-01T00:00Z', '2026-07-02T00:00Z', null),
        ('m5', 'OPEN', '2026-07-31T00:00Z', null, null)
      ) as h (member, state, opened, ended, appealed)
      join members m on m.nickname = h.member order by 1;
    insert into hold_decisions (hold_id, decision, answer, reason, until, decided_by, decided_at)
      select h.id, 'UPHOLD', 'SAME_PERSON', 'One person', '2026-08-01T00:00Z', 'mina', '2026-07-01T00:00Z'
      from holds h join members m on m.id = h.member_id where m.nickname = 'm3';
    insert into hold_months (month, held, released, upheld, lapsed, appealed, reversed) values
      ('2025-06', 4, 1, 1, 2, 1, 1), ('2026-06', 3, 0, 0, 0, 0, 0), ('2026-07', 2, 2, 1, 1, 1, 1),
      ('2026-08', 0, 0, 0, 1, 0, 0);`)

  await migrate(database)

  const months = await rowsOf<Record<string, string | number>>(
    database.db,
    sql`select month, held, released, upheld, lapsed, appealed, reversed from hold_months
      order by month`,
  )
  await database.close()
  const names = ['month', 'held', 'released', 'upheld', 'lapsed', 'appealed', 'reversed'] as const
  expect(months.map((row) => names.map((name) => row[name]))).toEqual([
    // The holds of this month are deleted, so its counts stay.
    ['2025-06', 4, 1, 1, 2, 1, 1],
    ['2026-06', 3, 1, 1, 1, 1, 1],
    ['2026-07', 2, 1, 0, 0, 0, 0],
    ['2026-08', 0, 0, 0, 0, 0, 0],
  ])
})
