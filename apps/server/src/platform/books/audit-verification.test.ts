import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { keysFrom } from '#/platform/process/keys.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { appendEntries, emptyAudit, tamper } from '#test/test-audit.ts'
import { auditHash } from './audit.ts'
import { addAuditCheckpoint, findCheckpointsAfter } from './audit-checkpoint.ts'
import { findAuditEntriesAfter } from './audit.queries.ts'
import { queueAuditVerification } from './audit.queue.ts'
import {
  continueFullVerification,
  startFullVerification,
  verifyRecentAudit,
} from './audit-verification.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.ctx
  await emptyAudit(db)
  await db.execute(sql`delete from jobs`)
  server.log.text = ''
  await appendEntries(db, 5, server.clock.now)
})

/** Runs the job as if it were due now. */
async function runJob(): Promise<void> {
  await queueAuditVerification(server.ctx, server.ctx.now())
  await server.worker.runDue()
}

const checkpoints = () => findCheckpointsAfter(server.ctx.db, 0, 100)

async function verifyFully(stepEntries?: number) {
  await startFullVerification(server.ctx)
  for (;;) {
    const running = await continueFullVerification(server.ctx, stepEntries)
    if (!running || running.finishedAt) return running
  }
}

/** Rewrites the log from an entry on, as someone with the database could, with valid hashes. */
async function rewriteFrom(id: number): Promise<void> {
  const { db } = server.ctx
  const entries = await findAuditEntriesAfter(db, id - 1, 1000)
  let previous = entries[0]?.previousHash ?? ''
  const statements = entries.map((entry) => {
    const forged = { ...entry, data: { reason: 'Nothing to see' } }
    const hash = auditHash(previous, forged)
    const update = sql`update audit_entries set data = ${JSON.stringify(forged.data)}::jsonb,
      previous_hash = ${previous}, hash = ${hash} where id = ${entry.id}`
    previous = hash
    return update
  })
  await tamper(db, ...statements, sql`update audit_head set hash = ${previous}`)
}

describe('a checkpoint', () => {
  test('is added every day, and a verification reads only the entries after it', async () => {
    await runJob()
    await appendEntries(server.ctx.db, 2, server.clock.now)
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()
    const firstDay = await checkpoints()
    const verdict = await verifyRecentAudit(server.ctx)
    server.clock.advance(DAY_MS)
    await server.worker.runDue()

    expect(firstDay.map(({ entryId }) => entryId)).toEqual([5])
    expect(verdict).toMatchObject({ ok: true, count: 7, verifiedFrom: 5, firstBrokenId: null })
    expect((await checkpoints()).map(({ entryId }) => entryId)).toEqual([5, 7])
    expect(await verifyRecentAudit(server.ctx)).toMatchObject({ ok: true, verifiedFrom: 7 })
  })

  test('is not added for entries that are not valid', async () => {
    await runJob()
    await appendEntries(server.ctx.db, 2, server.clock.now)
    await tamper(server.ctx.db, sql`update audit_entries set actor = 'nobody' where id = 6`)
    server.clock.advance(DAY_MS)

    await runJob()

    expect(await checkpoints()).toHaveLength(1)
    expect(server.log.text).toContain('The audit log is broken')
    expect(await verifyRecentAudit(server.ctx)).toMatchObject({ ok: false, firstBrokenId: 6 })
  })

  test('is logged with its hash, so that a deleted one is missed', async () => {
    await runJob()

    const [{ hash } = { hash: '' }] = await checkpoints()
    expect(hash).toHaveLength(64)
    expect(server.log.text).toContain(`"entryId":5,"hash":"${hash}"`)
  })

  test('is mailed to the address outside, once', async () => {
    server.ctx.settings.auditMail = 'archive@harbor.example'
    server.mails.length = 0
    await runJob()
    await runJob()
    delete server.ctx.settings.auditMail

    const [{ hash, entryHash, mailedAt } = { hash: '', entryHash: '', mailedAt: null }] =
      await checkpoints()
    const mails = server.mails.filter(({ to }) => to === 'archive@harbor.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Solstice audit checkpoint 1: 5 entries')
    expect(mails[0]?.text).toContain(entryHash)
    expect(mails[0]?.text).toContain(hash)
    expect(mailedAt).toEqual(server.clock.now)
  })

  test.each([
    ['to be changed', sql`update audit_checkpoints set entry_hash = repeat('a', 64)`],
    ['to be deleted', sql`delete from audit_checkpoints`],
    ['to be truncated', sql`truncate audit_checkpoints`],
    [
      'one for an entry that does not exist',
      sql`insert into audit_checkpoints
        select 2, 9, repeat('b', 64), hash, repeat('c', 64), 's', created_at from audit_checkpoints`,
    ],
    [
      'one that does not follow the last one',
      sql`insert into audit_checkpoints
        select 3, entry_id, entry_hash, hash, repeat('c', 64), 's', created_at from audit_checkpoints`,
    ],
  ])('is refused %s by the database', async (_label, statement) => {
    await runJob()

    await expect(server.ctx.db.execute(statement)).rejects.toThrow('Failed query')

    expect(await checkpoints()).toHaveLength(1)
  })
})

describe('a rewritten log', () => {
  test('is shown by the checkpoint that recorded another hash', async () => {
    await runJob()

    await rewriteFrom(2)

    expect(await verifyRecentAudit(server.ctx)).toMatchObject({ ok: false, firstBrokenId: 5 })
    expect(await verifyFully()).toMatchObject({ verifiedId: 5, firstBrokenId: 5 })
  })

  test('is shown by the signature when the checkpoint was rewritten as well', async () => {
    await runJob()
    await rewriteFrom(2)
    const [last] = (await findAuditEntriesAfter(server.ctx.db, 4, 1)).slice(-1)
    await tamper(server.ctx.db, sql`delete from audit_checkpoints`)
    const forger = { ...server.ctx, logKeys: keysFrom<'audit-checkpoint'>('g'.repeat(40)) }
    const entry = { id: 5, hash: last?.hash ?? '' }
    await addAuditCheckpoint(server.ctx.db, forger, { entry, at: server.clock.now })

    expect(await verifyRecentAudit(server.ctx)).toMatchObject({ ok: false, firstBrokenId: 5 })
    expect(await verifyFully()).toMatchObject({ firstBrokenId: 5 })
    expect(await verifyRecentAudit(forger)).toMatchObject({ firstBrokenId: 5 })
  })

  test('stays broken for every later verification until it is repaired', async () => {
    await runJob()
    await tamper(server.ctx.db, sql`update audit_entries set actor = 'nobody' where id = 3`)
    const recent = await verifyRecentAudit(server.ctx)

    await verifyFully()

    // The change is before the checkpoint, so only the full verification can name it.
    expect(recent.ok).toBe(true)
    expect(await verifyRecentAudit(server.ctx)).toMatchObject({
      ok: false,
      count: 2,
      firstBrokenId: 3,
    })
    await tamper(server.ctx.db, sql`update audit_entries set actor = 'operator:owner' where id = 3`)
    await verifyFully()
    expect(await verifyRecentAudit(server.ctx)).toMatchObject({ ok: true, count: 5 })
  })
})

describe('a full verification', () => {
  test('names one changed row', async () => {
    await tamper(
      server.ctx.db,
      sql`update audit_entries set data = '{"reason": "Ticket 40"}' where id = 4`,
    )

    expect(await verifyFully()).toMatchObject({ verifiedId: 3, firstBrokenId: 4 })
  })

  test('names missing rows, also at the end', async () => {
    await startFullVerification(server.ctx)
    await tamper(server.ctx.db, sql`delete from audit_entries where id >= 4`)

    const found = await continueFullVerification(server.ctx)

    expect(found).toMatchObject({ verifiedId: 3, firstBrokenId: 4 })
    expect(found?.finishedAt).not.toBeNull()
  })

  test('runs in steps, stores its position, and continues there', async () => {
    await startFullVerification(server.ctx)
    const first = await continueFullVerification(server.ctx, 2)
    const again = await startFullVerification(server.ctx)
    const second = await continueFullVerification(server.ctx, 2)
    const third = await continueFullVerification(server.ctx, 2)

    expect(first).toMatchObject({ verifiedId: 2, lastId: 5, finishedAt: null })
    expect(again).toEqual(first)
    expect(second).toMatchObject({ verifiedId: 4, finishedAt: null })
    expect(third).toMatchObject({ verifiedId: 5, finishedAt: server.clock.now })
    expect(await continueFullVerification(server.ctx)).toBeUndefined()
  })

  test('runs once a day by the job', async () => {
    await runJob()
    server.clock.advance(HOUR_MS)
    await server.worker.runDue()
    const started = await rowsOf(server.ctx.db, sql`select id from audit_verifications`)

    expect(started).toHaveLength(1)
  })
})

test('a checkpoint that a previous key signed is accepted, and one of an unknown key is not', async () => {
  const previous = 'the log key before the rotation, long'
  const before = { ...server.ctx, logKeys: keysFrom<'audit-checkpoint'>(previous) }
  const [last] = (await findAuditEntriesAfter(server.ctx.db, 4, 1)).slice(-1)
  const entry = { id: 5, hash: last?.hash ?? '' }
  await addAuditCheckpoint(server.ctx.db, before, { entry, at: server.clock.now })
  const rotated = {
    ...server.ctx,
    logKeys: keysFrom<'audit-checkpoint'>('the log key after the rotation, long', [previous]),
  }
  const forgotten = { ...server.ctx, logKeys: keysFrom<'audit-checkpoint'>('h'.repeat(40)) }

  expect(await verifyRecentAudit(rotated)).toMatchObject({ ok: true, verifiedFrom: 5 })
  expect(await verifyRecentAudit(forgotten)).toMatchObject({ ok: false, firstBrokenId: 5 })
})
