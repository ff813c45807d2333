import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { compose } from '#/compose.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { serverFixtures } from '#test/server-fixtures.ts'
import { rowsOf } from './db.ts'
import { readEnv } from './env.ts'

const { aDataFolder } = serverFixtures()

/** Creates an empty database with this character type, and returns its address. */
async function aDatabaseOf(ctype: string): Promise<string> {
  const url = new URL(process.env['SOLSTICE_TEST_DATABASE_URL'] ?? '')
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} template template0 lc_ctype '${ctype}'`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

test.each(['C', 'POSIX'])('a database with the character type %s is refused', async (ctype) => {
  const settings = await aDataFolder()
  const url = await aDatabaseOf(ctype)

  const opening = compose(readEnv({ ...settings, DATABASE_URL: url }))

  await expect(opening).rejects.toThrow(
    /character type (C|POSIX), with which .* lc_ctype 'C.UTF-8'/,
  )
})

test('the databases of the tests have trigrams of Hangul', async () => {
  const { db, close } = await openTestDatabase()

  const [row] = await rowsOf<{ trigrams: string[] }>(
    db,
    sql`select show_trgm('한국어') as trigrams`,
  )
  await close()

  expect(row?.trigrams).toHaveLength(4)
})
