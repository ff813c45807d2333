import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { openPostgres, rowsOf } from './db.ts'
import { migrate } from './migrate.ts'

test('servers that start concurrently migrate a database once', async () => {
  const database = await openEmptyDatabase()
  const servers = await Promise.all(
    Array.from({ length: 5 }, () => openPostgres(database.url ?? '', () => {})),
  )

  const ran = await Promise.all(servers.map((server) => migrate(server)))
  const afterwards = await migrate(database)

  const all = ran.flat()
  expect(all.length).toBeGreaterThan(0)
  expect(new Set(all).size).toBe(all.length)
  expect(afterwards).toEqual([])
  for (const server of [...servers, database]) await server.close()
})

type EmptyDatabase = Awaited<ReturnType<typeof openEmptyDatabase>>

/** Migrates while a process of the previous release has written something and not committed it. */
async function migrateDuring(database: EmptyDatabase, write: string): Promise<void> {
  const previous = await openPostgres(database.url ?? '', () => {})
  const written = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const writing = previous.db.transaction(async (tx) => {
    await tx.execute(sql.raw(write))
    written.resolve()
    await waited.promise
  })
  await Promise.race([written.promise, writing])
  const migrating = migrate(database)
  try {
    await expect.poll(() => waitingSessions(database.db), { timeout: 15_000 }).toBe(1)
  } finally {
    waited.resolve()
  }
  await Promise.all([writing, migrating])
  await previous.close()
}

test('a posting that is not committed when the ledger is partitioned keeps its key', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0097')
  const post = `select transaction_id, fresh from ledger_post('TEST', 'late', now(), '{}',
    '[{"system": "a", "asset": "XP", "scope": "", "amount": 1},
      {"system": "b", "asset": "XP", "scope": "", "amount": -1}]')`

  await migrateDuring(database, post)

  const keys = await rowsOf(
    database.db,
    sql`select k.key, k.transaction_id = t.id as matches
      from ledger_transactions t left join ledger_keys k on k.key = t.idempotency_key`,
  )
  const again = await rowsOf(database.db, sql.raw(post))
  await database.close()
  expect(keys).toEqual([{ key: 'late', matches: true }])
  expect(again).toMatchObject([{ fresh: false }])
})

test('a delivery that is not committed when campaigns get their counts is counted', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0092')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'mina', 'MINA', now(), now(), now());
    insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
      select id, 'https://push.example/1', 'key', 'auth', now() from members;
    insert into notices (type, title_en, title_ko, content_en, content_ko, published_at)
      values ('NOTICE', 'News', '소식', 'News', '소식', now());
    insert into campaigns (notice_id, code, audience, started_by, created_at, due_at)
      select id, 'NOTICE', '{}', 'operator:test', now(), now() from notices;`)

  await migrateDuring(
    database,
    `insert into push_deliveries (subscription_id, campaign_id, due_at, expires_at)
      select s.id, c.id, now(), now() from push_subscriptions s, campaigns c`,
  )

  const counts = await rowsOf(
    database.db,
    sql`select sum(waiting)::integer as waiting from campaign_counts`,
  )
  await database.close()
  expect(counts).toEqual([{ waiting: 1 }])
})
