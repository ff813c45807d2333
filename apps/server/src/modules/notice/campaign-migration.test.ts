import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { findCampaigns } from './campaign.queries.ts'

test('counts the deliveries of earlier campaigns, including deleted ones', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0092')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'mina', 'MINA', now(), now(), now());
    insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select id, 'https://push.example/' || i, 'key', 'auth', now()
      from members, generate_series(1, 6) i;
    insert into notices (type, title_en, title_ko, content_en, content_ko, published_at)
      values ('NOTICE', 'News', '소식', 'News', '소식', now());
    insert into campaigns (notice_id, code, audience, started_by, created_at, due_at, past_sent,
        past_dropped)
      select id, 'NOTICE', '{}', 'operator:test', now(), now(), sent, dropped
      from notices, (values (7, 2), (0, 0)) as past (sent, dropped);
    insert into push_deliveries (subscription_id, campaign_id, due_at, expires_at, sent_at, dropped_at)
      select s.id, 1, now(), now(), case when s.id <= 3 then now() end,
        case when s.id = 4 then now() end
      from push_subscriptions s;`)

  await migrate(database)

  const { rows } = await findCampaigns(database.db, {}, { size: 20, offset: 0 })
  await database.close()
  expect(rows).toMatchObject([
    { id: 2, sent: 0, waiting: 0, dropped: 0 },
    { id: 1, sent: 10, waiting: 2, dropped: 3 },
  ])
})

test('servers of the previous release can still start campaigns and list them', async () => {
  const database = await openEmptyDatabase()
  await migrate(database)
  await database.runScript(`
    insert into notices (type, title_en, title_ko, content_en, content_ko, published_at)
      values ('NOTICE', 'News', '소식', 'News', '소식', now());
    insert into campaigns (notice_id, code, audience, started_by, created_at, due_at, past_sent,
        past_dropped)
      values (1, 'NOTICE', '{}', 'operator:test', now(), now(), default, default);`)

  const listed = await rowsOf(database.db, sql`select past_sent, past_dropped from campaigns`)

  await database.close()
  expect(listed).toEqual([{ past_sent: 0, past_dropped: 0 }])
})
