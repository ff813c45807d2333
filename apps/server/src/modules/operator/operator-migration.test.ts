import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { hashOf } from './operator-secret.ts'
import { authenticateToken } from './operator.service.ts'

const NOW = new Date('2026-06-23T08:00:00.000Z')

test('operators of earlier releases become machines with their tokens', async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0100')
  await database.runScript(`
    insert into operators (name, role, token_hash, created_at, expires_at, disabled_at) values
      ('owner', 'OWNER', '${hashOf('sol_op_owner')}', '2026-01-01', '2027-01-01', null),
      ('gone', 'AUDITOR', '${hashOf('sol_op_gone')}', '2026-01-01', '2027-01-01', '2026-02-01');`)

  await migrate(database)

  const ctx = { db: database.db, now: () => NOW }
  const owner = await authenticateToken(ctx, 'Bearer sol_op_owner')
  const gone = authenticateToken(ctx, 'Bearer sol_op_gone')
  await expect(gone).rejects.toThrow('Refused with code 9991')
  // A server of the previous release appoints operators without the new columns.
  await database.runScript(`
    insert into operators (name, role, token_hash, created_at, expires_at)
      values ('later', 'SUPPORT', 'hash', '2026-06-01', '2026-09-01');`)
  const rows = await rowsOf(
    database.db,
    sql`select name, kind, email, appointed_by, language from operators order by id`,
  )
  await database.close()

  expect(owner).toMatchObject({ name: 'owner', role: 'OWNER', kind: 'MACHINE' })
  const machine = { kind: 'MACHINE', email: null, appointed_by: null, language: 'en' }
  expect(rows).toEqual(['owner', 'gone', 'later'].map((name) => ({ name, ...machine })))
})
