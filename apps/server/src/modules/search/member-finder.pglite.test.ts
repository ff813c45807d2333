import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCtype } from '#/platform/process/ctype.ts'
import { openPglite, pgliteDatabase, rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { findNamed } from './member-finder.queries.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-earlier-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a data folder of a version without trigrams is migrated, and its members are found', async () => {
  const earlier = await pgliteDatabase(new PGlite(join(folder, 'database')))
  await migrateBefore(earlier, '0114')
  await earlier.runScript(`insert into members (email, password_hash, nickname, referral_code,
      wallet_address, terms_agreed_at, privacy_agreed_at, created_at)
    values ('mina@harbor.example', 'x', '여름밤하늘별', 'a', '0xAbCd', now(), now(), now())`)
  await earlier.close()

  const opened = await openPglite(folder)
  await checkCtype(opened.db)
  await migrate(opened)
  const find = (text: string) => findNamed(opened.db, text, 1_000, 100)
  const found = [
    await find('밤하늘'),
    await find('여름'),
    await find('harbor'),
    await find('0xab'),
    await find('barbor'),
  ]
  const [row] = await rowsOf<{ trigrams: string[] }>(
    opened.db,
    sql`select show_trgm('한국어') as trigrams`,
  )
  await opened.close()

  expect(found).toEqual([[1], [1], [1], [1], []])
  expect(row?.trigrams).toHaveLength(4)
})
