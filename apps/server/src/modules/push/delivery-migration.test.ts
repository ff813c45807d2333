import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

test('pending deliveries get the origin of their service, also those of the previous release', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0099')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'mina', 'MINA', now(), now(), now());
    insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select id, 'https://push' || i || '.example/send/x', 'key', 'auth', now()
      from members, generate_series(1, 3) i;
    insert into notices (type, title_en, title_ko, content_en, content_ko, published_at)
      values ('NOTICE', 'News', '소식', 'News', '소식', now());
    insert into campaigns (notice_id, code, audience, started_by, created_at, due_at)
      select id, 'NOTICE', '{}', 'operator:test', now(), now() from notices;
    insert into push_deliveries (subscription_id, campaign_id, due_at, expires_at, sent_at)
      select s.id, 1, now(), now(), case when s.id = 1 then now() end
      from push_subscriptions s where s.id < 3;`)

  await migrate(database)
  // A process of the previous release does not name the column.
  await database.runScript(`
    insert into push_deliveries (subscription_id, campaign_id, due_at, expires_at)
      values (3, 1, now(), now());`)

  const rows = await rowsOf(
    database.db,
    sql`select origin from push_deliveries order by subscription_id`,
  )
  await database.close()
  expect(rows).toEqual([
    { origin: null },
    { origin: 'https://push2.example' },
    { origin: 'https://push3.example' },
  ])
})
