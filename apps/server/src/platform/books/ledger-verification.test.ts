import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { credit } from '#test/test-ledger.ts'
import { give } from '#test/test-shop.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { advanceCheckpoint } from './ledger-checkpoint.ts'
import { beginPartition, findPartitions } from './ledger-partitions.ts'
import { queueLedgerVerification } from './ledger-verification.jobs.ts'

let server: TestApp
let member: number
beforeAll(async () => {
  server = await startTestApp({ withMetrics: true })
  member = await insertMember(server.ctx.db)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.log.text = ''
  await server.ctx.db.execute(sql`delete from jobs`)
  await server.ctx.db.execute(sql`delete from ledger_verifications`)
})

type Row = { extent: string; ranges: number; problem_count: number; finished: boolean }

const verifications = () =>
  rowsOf<Row>(
    server.ctx.db,
    sql`select extent, ranges, problem_count, finished_at is not null as finished
      from ledger_verifications order by id`,
  )

async function runJobs(): Promise<void> {
  await queueLedgerVerification(server.ctx, server.ctx.now())
  await server.worker.runDue()
}

test('the job verifies what is new every hour, and everything every day', async () => {
  await credit(server.ctx.db, member, 5n)
  await runJobs()
  for (let hour = 0; hour < 3; hour += 1) {
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()
  }
  const firstDay = (await verifications()).map(({ extent }) => extent)
  server.clock.advance(DAY_MS)
  await server.worker.runDue()

  const all = await verifications()
  expect(firstDay).toEqual(['RECENT', 'FULL', 'RECENT', 'RECENT', 'RECENT'])
  expect(all.slice(5).map(({ extent }) => extent)).toEqual(['RECENT', 'FULL'])
  expect(all.every(({ finished, problem_count }) => finished && problem_count === 0)).toBe(true)
})

test('the job adds a checkpoint', async () => {
  const { transactionId } = await credit(server.ctx.db, member, 5n)

  await runJobs()

  const [newest] = await rowsOf<{ up_to: string }>(
    server.ctx.db,
    sql`select max(up_to) as up_to from ledger_checkpoints`,
  )
  expect(Number(newest?.up_to)).toBe(transactionId)
})

test('the lag of the checkpoint is the age of the oldest transaction that it does not cover', async () => {
  const lag = async () => {
    const text = await server.metricsText()
    return Number(/^solstice_ledger_checkpoint_lag_seconds (.+)$/m.exec(text)?.[1])
  }
  await advanceCheckpoint(server.ctx.db, { at: server.ctx.now() })
  const covered = await lag()
  await give(server, member, 'XP', 5n)
  server.clock.advance(7000)
  await give(server, member, 'XP', 5n)
  server.clock.advance(5000)
  const behind = await lag()
  await advanceCheckpoint(server.ctx.db, { at: server.ctx.now() })

  expect([covered, behind, await lag()]).toEqual([0, 12, 0])
})

test('a full verification that was interrupted continues at its stored position', async () => {
  const now = server.ctx.now().toISOString()
  await server.ctx.db.execute(sql`insert into ledger_verifications
      (extent, position, ranges, problem_count, problems, started_at)
    values ('FULL', '{"phase": "accounts", "after": 0}', 41, 2, '[{"rule": "r", "where": "w"}]',
      ${now}::timestamptz)`)

  await runJobs()

  const full = (await verifications()).filter(({ extent }) => extent === 'FULL')
  // One range with all accounts, and the end.
  expect(full).toEqual([{ extent: 'FULL', ranges: 43, problem_count: 2, finished: true }])
})

test('a problem is logged, counted in the metrics and stored with its transaction', async () => {
  const { db } = server.ctx
  const { transactionId } = await credit(db, member, 5n)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update ledger_entries set amount = amount - 1
      where transaction_id = ${transactionId} and amount < 0`)
  })

  await runJobs()

  const stored = await rowsOf<{ problems: unknown }>(
    db,
    sql`select problems from ledger_verifications where extent = 'RECENT'`,
  )
  const rule = 'the entries of a transaction sum to zero'
  expect(stored).toEqual([{ problems: [{ rule, where: `transaction ${transactionId}` }] }])
  expect(server.log.text).toContain('The ledger violates its rules')
  server.clock.advance(HOUR_MS)
  const metrics = await server.metricsText()
  expect(metrics).toContain('solstice_ledger_problems{extent="RECENT"} 1')
  expect(metrics).toContain('solstice_ledger_problems{extent="FULL"} 1')
  expect(metrics).toContain('solstice_ledger_verified_seconds{extent="FULL"} 3600')
})

test('the job prepares a partition before the ids reach the end of the newest one', async () => {
  const { db } = server.ctx
  const newest = (await findPartitions(db)).at(-1)?.number ?? 0
  const end = (newest + 1) * 1_000_000_000
  await db.execute(sql`select setval('ledger_transactions_id_seq', ${end - 1})`)

  await runJobs()

  const last = await credit(db, member, 1n)
  const next = await credit(db, member, 1n)
  expect([last.transactionId, next.transactionId]).toEqual([end, end + 1])
  await beginPartition(db, { period: 'season:1', at: server.ctx.now() })
  const partitions = await findPartitions(db)
  expect(partitions.map(({ number }) => number)).toEqual([0, 1, 2])
})
