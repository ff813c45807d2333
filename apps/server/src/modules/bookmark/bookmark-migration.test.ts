import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'

test('marks addresses saved without the PIN as changed and sent transfers as unchecked', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0070')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'Sailor2026', 'ABCDEFGH', now(), now(), now());
    insert into bookmarks (member_id, name, address, created_at)
      select id, 'Mum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '2026-06-23T08:00:00Z' from members;
    insert into wallet_transactions (member_id, chain_id, tx_hash, from_address, to_address, value,
        symbol, status, final, created_at)
      select m.id, 31337, t.hash, '0x1', '0x2', '1', 'ETH', t.status, t.final, now()
      from members m, (values ('0xa', 'SUCCESS', true), ('0xb', 'FAILED', true),
        ('0xc', 'PENDING', false)) as t (hash, status, final);`)

  await migrate(database)

  const saved = await rowsOf(
    database.db,
    sql`select address_changed_at = created_at as changed from bookmarks`,
  )
  const sent = await rowsOf(
    database.db,
    sql`select status, final, on_chain from wallet_transactions order by tx_hash`,
  )
  await database.close()
  expect(saved).toEqual([{ changed: true }])
  expect(sent).toEqual([
    { status: 'SUCCESS', final: true, on_chain: null },
    { status: 'FAILED', final: true, on_chain: false },
    { status: 'PENDING', final: false, on_chain: null },
  ])
})
