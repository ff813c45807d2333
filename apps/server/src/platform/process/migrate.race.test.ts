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

test('a reward that is inserted while the members of rounds are counted is counted', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0116')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'mina', 'MINA', now(), now(), now());
    insert into seasons (state, title, description, start_at, end_at, reward_symbol,
        reward_decimals, xp_per_level, top_level, check_in_base_xp, check_in_bonus_every,
        check_in_bonus_xp, free_spins_per_day, tickets_per_spin, plan, created_at)
      values ('DRAFT', '{}', '{}', now(), now() + interval '1 day', 'USDS', 6, 1, 1, 1, 1, 1, 1, 1,
        '{}', now());
    insert into season_rounds (season_id, number, start_at, end_at, pool)
      values (1, 1, now(), now() + interval '1 day', 900);`)
  const [holder, previous] = await Promise.all(
    [1, 2].map(() => openPostgres(database.url ?? '', () => {})),
  )
  if (!holder || !previous) throw new Error('There is no connection')
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // The migration waits for this change before its last statement.
  const holding = holder.db
    .transaction(async (tx) => {
      await tx.execute(sql`alter function round_rewards_add() cost 101`)
      held.resolve()
      await released.promise
      tx.rollback()
    })
    .catch(() => {})
  await Promise.race([held.promise, holding])
  const migrating = migrate(database)
  const waiting = async (count: number) => {
    await expect.poll(() => waitingSessions(holder.db), { timeout: 15_000 }).toBe(count)
  }
  try {
    await waiting(1)
    const inserting = rowsOf(
      previous.db,
      sql`insert into round_rewards
          (round_id, member_id, season_id, amount, state, history_id, created_at)
        values (1, 1, 1, 300, 'WAITING', 0, now())`,
    )
    await waiting(2)
    released.resolve()
    await Promise.all([migrating, inserting, holding])
  } finally {
    released.resolve()
  }

  const rounds = await rowsOf(
    database.db,
    sql`select rewarded::integer as rewarded, rewarded_members as members from season_rounds`,
  )
  for (const each of [holder, previous, database]) await each.close()
  expect(rounds).toEqual([{ rewarded: 300, members: 1 }])
})
