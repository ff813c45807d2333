import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

test('links a cancellation in flight to the last payout of its member that was held before it', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0072')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      select name || '@harbor.example', 'hash', name, upper(name), now(), now(), now()
      from (values ('mina'), ('juno'), ('hana')) as m (name);
    insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id, state,
        held_for, created_at)
      select 'REWARD', p.key, m.id, '0x1', p.symbol, 6, 5, p.chain, p.state, p.held_for, p.at::timestamptz
      from (values
        (1, 'earlier', 'mina', 'USDS', 31337, 'QUEUED', 'SUSPENDED', '2026-06-23T08:00Z'),
        (2, 'last held', 'mina', 'USDS', 31337, 'QUEUED', 'SUSPENDED', '2026-06-23T09:00Z'),
        (3, 'held later', 'mina', 'USDS', 31337, 'QUEUED', 'SUSPENDED', '2026-06-23T10:01Z'),
        (4, 'not held', 'mina', 'USDS', 31337, 'QUEUED', null, '2026-06-23T09:00Z'),
        (5, 'given up', 'mina', 'USDS', 31337, 'FAILED', 'SUSPENDED', '2026-06-23T09:00Z'),
        (6, 'other token', 'mina', 'USDX', 31337, 'QUEUED', 'SUSPENDED', '2026-06-23T09:00Z'),
        (7, 'other chain', 'mina', 'USDS', 31338, 'QUEUED', 'SUSPENDED', '2026-06-23T09:00Z'),
        (8, 'of Juno', 'juno', 'USDS', 31337, 'QUEUED', 'SUSPENDED', '2026-06-23T10:00Z')
      ) as p (place, key, member, symbol, chain, state, held_for, at)
      join members m on m.nickname = p.member order by p.place;
    insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id, state,
        nonce, account, created_at)
      select 'CANCEL', c.key, m.id, '0x2', 'USDS', 6, 0, 31337, c.state, c.nonce, '0x2',
        '2026-06-23T10:00Z'
      from (values
        ('reserved', 'mina', 'RESERVED', 1),
        ('sent', 'juno', 'SENT', 2),
        ('final', 'mina', 'CONFIRMED', 3),
        ('failed', 'mina', 'FAILED', 4),
        ('without a hold', 'hana', 'SENT', 5)
      ) as c (key, member, state, nonce) join members m on m.nickname = c.member;`)

  await migrate(database)

  const cancellations = await rowsOf(
    database.db,
    sql`select c.key, p.key as cancels from payouts c left join payouts p on p.id = c.cancels
      where c.purpose = 'CANCEL' or c.cancels is not null order by c.nonce`,
  )
  await database.close()
  expect(cancellations).toEqual([
    { key: 'reserved', cancels: 'last held' },
    { key: 'sent', cancels: 'of Juno' },
    { key: 'final', cancels: null },
    { key: 'failed', cancels: null },
    { key: 'without a hold', cancels: null },
  ])
})
