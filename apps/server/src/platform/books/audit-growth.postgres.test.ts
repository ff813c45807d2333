import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysFrom } from '#/platform/process/keys.ts'
import { buffersOf, recordStatements } from '#test/statement-buffers.ts'
import { appendEntries } from '#test/test-audit.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { addAuditCheckpoint } from './audit-checkpoint.ts'
import { countAuditEntries, findAuditEntries, type AuditFilter } from './audit.queries.ts'
import { verifyRecentAudit } from './audit-verification.ts'

const FEW = 3_000
const MANY = 60_000
/** An index of twenty times as many rows may be one level deeper, which adds a page per lookup. */
const DEEPER_INDEX = 1.5
const NOW = new Date('2026-06-23T08:00:00.000Z')

const { logger, statements } = recordStatements()
let database: Awaited<ReturnType<typeof openTestDatabase>>
let client: Client
beforeAll(async () => {
  database = await openTestDatabase(logger)
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const ctx = () => ({
  db: database.db,
  now: () => NOW,
  logKeys: keysFrom<'audit-checkpoint'>('k'.repeat(40)),
})

/** Inserts entries without valid hashes, which nothing behind a checkpoint reads. */
async function fillUpTo(last: number, first: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`insert into audit_entries
      (id, at, actor, action, subject, data, previous_hash, hash)
    select i, timestamptz '2026-01-01' + i * interval '1 minute', 'operator:' || i % 7,
      case i % 100 when 0 then 'job.retry' else 'member.suspend' end,
      case i % 100 when 0 then 'job:' || i when 1 then 'refund:' || i else 'member:' || i % 99 end,
      case i % 100 when 1 then jsonb_build_object('userId', i % 99) else '{"reason": "Ticket"}' end,
      md5((i - 1)::text) || md5(''), md5(i::text) || md5('') from generate_series(${first}, ${last}) i`)
  await client.query(`update audit_head set id = ${last}, hash = md5('${last}') || md5('')`)
  await client.query('set session_replication_role = origin')
  const [{ hash } = { hash: '' }] = (
    await client.query<{ hash: string }>(`select hash from audit_entries where id = ${last}`)
  ).rows
  await addAuditCheckpoint(database.db, ctx(), { entry: { id: last, hash }, at: NOW })
  await appendEntries(database.db, 20, NOW)
  await client.query('vacuum analyze')
}

async function measure(query: () => Promise<unknown>) {
  statements.length = 0
  await query()
  const read = statements.filter(({ text }) => /^select/i.test(text))
  let buffers = 0
  for (const statement of read) buffers += await buffersOf(client, statement)
  return { statements: read.length, buffers }
}

const filters: Record<string, AuditFilter> = {
  none: {},
  subject: { subject: 'member:7' },
  member: { userId: 7 },
  actor: { actor: 'operator:3' },
  action: { action: 'job.retry' },
  kind: { subjectKind: 'job' },
  day: { from: new Date('2026-01-02T00:00:00Z'), to: new Date('2026-01-02T01:00:00Z') },
}

test('a verification and a page of the log cost the same with twenty times as many entries', async () => {
  const pageOf = (filter: AuditFilter) => () =>
    findAuditEntries(database.db, filter, { before: undefined, size: 20, offset: 0 })
  const measureAll = async () => {
    const measured = new Map([
      ['verification', await measure(() => verifyRecentAudit(ctx()))],
      ['count', await measure(() => countAuditEntries(database.db, {}))],
    ])
    for (const [name, filter] of Object.entries(filters)) {
      measured.set(name, await measure(pageOf(filter)))
    }
    return measured
  }
  await fillUpTo(FEW, 1)
  const few = await measureAll()
  const verdict = await verifyRecentAudit(ctx())
  await fillUpTo(MANY, FEW + 21)
  const many = await measureAll()

  expect(verdict).toMatchObject({ ok: true, count: FEW + 20, verifiedFrom: FEW })
  for (const [name, { statements: sent, buffers }] of many) {
    const before = few.get(name)
    expect([name, sent]).toEqual([name, before?.statements])
    const isBounded = buffers / (before?.buffers ?? 1) <= DEEPER_INDEX
    expect([name, buffers, isBounded]).toEqual([name, buffers, true])
  }
})
