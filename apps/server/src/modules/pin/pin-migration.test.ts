import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf, type Database } from '#/platform/db.ts'
import { migrate } from '#/platform/migrate.ts'
import { openEmptyDatabase } from '#/testing/test-database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** A database as an earlier version left it. */
async function migrateBefore(database: Database, first: string): Promise<void> {
  await database.runScript('create table migrations (name text primary key)')
  const files = (await readdir(FOLDER)).toSorted().filter((name) => name < first)
  for (const name of files) {
    const script = await readFile(new URL(name, FOLDER), 'utf8')
    await database.runScript(`insert into migrations (name) values ('${name}'); ${script}`)
  }
}

test('PIN keys from before enrolment answer any device and are deleted by no job', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0050')
  await database.runScript(`
    insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      values ('mina@harbor.example', 'hash', 'Sailor2026', 'ABCDEFGH', now(), now(), now());
    insert into pin_keys (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash,
        tries_used, created_at, retired_at)
      select gen_random_uuid(), m.id, gen_random_uuid(), k.state, 'sealed', 'salt', 'hash', k.tries,
        now(), k.retired
      from members m, (values ('ACTIVE', 2, null), ('RETIRED', 5, now())) as k (state, tries, retired);
    insert into jobs (kind, payload, due_at, created_at)
      select 'pin.drop-retired-key', jsonb_build_object('pinKeyId', id), now(), now()
      from pin_keys where state = 'RETIRED';`)

  await migrate(database)

  const keys = await rowsOf(
    database.db,
    sql`select state, tries_used, shared, last_try_at from pin_keys order by state`,
  )
  const jobs = await rowsOf(database.db, sql`select kind from jobs`)
  await database.close()
  expect(keys).toEqual([
    { state: 'ACTIVE', tries_used: 2, shared: true, last_try_at: null },
    { state: 'RETIRED', tries_used: 5, shared: true, last_try_at: null },
  ])
  expect(jobs).toEqual([])
})
