import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMember } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, credit, faultOf, freshKey, xpOf } from '#test/test-ledger.ts'
import { openPostgres, type Database, type Db } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { checkLedger } from './ledger-check.ts'
import { advanceCheckpoint } from './ledger-checkpoint.ts'
import { beginPartition, detachPartition, ensurePartition } from './ledger-partitions.ts'
import { reverse } from './ledger.ts'

const role = `server_${randomUUID().replaceAll('-', '')}`

/** Returns the statements of the page, for a role that no other test uses. */
async function documentedGrants(): Promise<string> {
  const page = await readFile(new URL('../../../../../docs/deployment.md', import.meta.url), 'utf8')
  const block = /```sql\n(create role solstice_server.*?)```/s.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/deployment.md has no statements for the role')
  return block.replaceAll('solstice_server', role)
}

let owner: Awaited<ReturnType<typeof openTestDatabase>>
let server: Database
let db: Db
beforeAll(async () => {
  owner = await openTestDatabase()
  await owner.runScript(await documentedGrants())
  const url = new URL(owner.url ?? '')
  url.username = role
  server = await openPostgres(url.href, () => {})
  db = server.db
})
afterAll(async () => {
  await server.close()
  await owner.runScript(`drop owned by ${role}; drop role ${role};`)
  await owner.close()
})

const faultOfServer = (statement: ReturnType<typeof sql>) =>
  faultOf(db.execute(statement).execute())

test('a server without rights on partitions starts, posts and begins partitions', async () => {
  expect(await migrate(server)).toEqual([])
  const member = await insertMember(db)
  const { transactionId } = await credit(db, member, 5n)
  await beginPartition(db, { period: 'season:1', at })
  await ensurePartition(db)

  await reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })
  await credit(db, member, 2n)

  expect(await xpOf(db, member)).toBe(2n)
  await advanceCheckpoint(db, { at })
  expect(await checkLedger(db)).toEqual([])
})

test.each([
  sql`select * from partitions.ledger_entries_0`,
  sql`select * from partitions.ledger_transactions_1`,
  sql`insert into partitions.ledger_entries_1 (transaction_id, account_id, amount) values (1, 1, 1)`,
  sql`update partitions.ledger_entries_0 set amount = 1`,
  sql`delete from partitions.ledger_transactions_0`,
  sql`alter table ledger_entries disable trigger all`,
  sql`insert into ledger_detachments (up_to, partition, detached_at) values (0, 0, now())`,
  sql`update ledger_partitions set period = null`,
  sql`select ledger_detach_partition(0, now())`,
])('the role of a server is denied: %#', async (statement) => {
  expect(await faultOfServer(statement)).toMatch(/permission denied|must be owner/)
})

test.each([
  sql`update ledger_entries set amount = amount * 2`,
  sql`delete from ledger_transactions`,
])('the role of a server cannot change rows through the table: %#', async (statement) => {
  expect(await faultOfServer(statement)).toMatch(/append-only/)
})

test('the role of a server cannot read archived partitions', async () => {
  await detachPartition(owner.db, 0, at)

  expect(await faultOfServer(sql`select * from archive.ledger_entries_0`)).toMatch(
    /permission denied/,
  )
  expect(await checkLedger(db)).toEqual([])
})
