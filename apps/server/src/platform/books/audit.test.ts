import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tamper as tamperWith } from '#test/test-audit.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { checkAudit } from './audit-check.ts'
import { appendAudit, auditHash, type AuditEntry } from './audit.ts'
import { findAuditEntriesAfter } from './audit.queries.ts'
import { rowsOf, type Database, type Db } from '#/platform/process/db.ts'

const AT = new Date('2026-06-23T08:00:00.123Z')

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const fact = (subject: string, data: Record<string, unknown> = {}) => ({
  at: AT,
  actor: 'operator:owner',
  action: 'member.suspend',
  subject,
  data,
})

function append(subject: string, data?: Record<string, unknown>): Promise<void> {
  return db.transaction((tx) => appendAudit(tx, fact(subject, data)))
}

const tamper = (...statements: SQL[]) => tamperWith(db, ...statements)

beforeEach(async () => {
  await tamper(
    sql`delete from audit_entries`,
    sql`update audit_head set id = 0, hash = repeat('0', 64)`,
  )
  for (let number = 1; number <= 5; number += 1) await append(`member:${number}`, { number })
})

function entries(): Promise<AuditEntry[]> {
  return findAuditEntriesAfter(db, null, 100)
}

describe('an untouched chain', () => {
  test('is valid, entry by entry', async () => {
    const all = await entries()

    expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(all[0]?.previousHash).toBe('0'.repeat(64))
    for (const [at, entry] of all.slice(1).entries()) {
      expect(entry.previousHash).toBe(all[at]?.hash)
    }
    expect(await checkAudit(db)).toEqual({
      ok: true,
      count: 5,
      firstBrokenId: null,
      lastHash: all[4]?.hash,
      guarded: true,
    })
  })

  test('can be recomputed by anyone: SHA-256 of the previous hash and canonical JSON', async () => {
    const [first] = await entries()

    const content =
      '{"action":"member.suspend","actor":"operator:owner","at":"2026-06-23T08:00:00.123Z",' +
      '"data":{"number":1},"id":1,"subject":"member:1"}'

    expect(first?.hash).toBe(
      createHash('sha256')
        .update('0'.repeat(64) + content)
        .digest('hex'),
    )
  })

  test('is valid for any data', async () => {
    await append('member:6', {
      z: 1,
      a: [{ b: null, a: 'quote " and back\\slash' }, 1.5, true, []],
      korean: '정지',
      emoji: '🌒',
      'key with space': {},
      left: undefined,
      large: '123456789012345678901234567890',
      exponent: 1e21,
    })

    expect(await checkAudit(db)).toMatchObject({ ok: true, count: 6 })
  })

  test('is valid over more entries than one page', async () => {
    let previous_hash = (await entries())[4]?.hash ?? ''
    const rows = Array.from({ length: 1000 }, (_, at) => {
      const entry = { ...fact(`member:${at}`), id: at + 6 }
      const row = { ...entry, previous_hash, hash: auditHash(previous_hash, entry) }
      previous_hash = row.hash
      return row
    })
    await db.execute(sql`insert into audit_entries
        (id, at, actor, action, subject, data, previous_hash, hash)
      select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, at timestamptz,
        actor text, action text, subject text, data jsonb, previous_hash text, hash text) order by id`)

    expect(await checkAudit(db)).toMatchObject({ ok: true, count: 1005 })
  })

  test('contains nothing of a transaction that was rolled back', async () => {
    const failed = db.transaction(async (tx) => {
      await appendAudit(tx, fact('member:6'))
      throw new Error('the transaction failed')
    })
    await expect(failed).rejects.toThrow('the transaction failed')
    await append('member:7')

    expect((await entries()).map(({ subject }) => subject).at(-1)).toBe('member:7')
    expect(await checkAudit(db)).toMatchObject({ ok: true, count: 6 })
  })

  test('is valid when it is empty', async () => {
    await tamper(
      sql`delete from audit_entries`,
      sql`update audit_head set id = 0, hash = repeat('0', 64)`,
    )

    expect(await checkAudit(db)).toMatchObject({ ok: true, count: 0, firstBrokenId: null })
  })
})

describe('the audit database', () => {
  test.each([
    ['to change an entry', sql`update audit_entries set actor = 'nobody' where id = 2`],
    ['to remove an entry', sql`delete from audit_entries where id = 2`],
    ['to empty the audit', sql`truncate audit_entries`],
    ['to move the head', sql`update audit_head set id = 2`],
    ['to remove the head', sql`delete from audit_head`],
    ['to empty the head', sql`truncate audit_head`],
    ['a second head', sql`insert into audit_head (only_row, id, hash) values (false, 1, 'x')`],
    [
      'an entry that does not follow the last one',
      sql`insert into audit_entries (id, at, actor, action, subject, data, previous_hash, hash)
        values (6, '2026-06-23', 'operator:owner', 'x', 'y', '{}', repeat('0', 63) || '1', 'h')`,
    ],
    [
      'an entry with a gap before it',
      sql`insert into audit_entries (id, at, actor, action, subject, data, previous_hash, hash)
        select 7, at, actor, action, subject, data, hash, 'h' from audit_entries where id = 5`,
    ],
  ])('refuses %s', async (_label, statement) => {
    await expect(db.execute(statement)).rejects.toThrow('Failed query')

    expect(await checkAudit(db)).toMatchObject({ ok: true, count: 5 })
  })
})

describe('checkAudit', () => {
  test.each([
    ['actor', sql`update audit_entries set actor = 'operator:other' where id = 3`],
    ['action', sql`update audit_entries set action = 'member.restore' where id = 3`],
    ['subject', sql`update audit_entries set subject = 'member:99' where id = 3`],
    ['time', sql`update audit_entries set at = at + interval '1 millisecond' where id = 3`],
    ['data', sql`update audit_entries set data = '{"number":4}' where id = 3`],
    ['hash', sql`update audit_entries set hash = repeat('a', 64) where id = 3`],
    ['link', sql`update audit_entries set previous_hash = repeat('a', 64) where id = 3`],
  ])('finds a changed %s', async (_label, statement) => {
    await tamper(statement)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 2, firstBrokenId: 3 })
  })

  test('finds a removed entry in the middle', async () => {
    await tamper(sql`delete from audit_entries where id = 3`)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 2, firstBrokenId: 3 })
  })

  test('finds a removed entry at the beginning', async () => {
    await tamper(sql`delete from audit_entries where id = 1`)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 0, firstBrokenId: 1 })
  })

  test('finds removed entries at the end', async () => {
    await tamper(sql`delete from audit_entries where id > 3`)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 3, firstBrokenId: 4 })
  })

  test('finds that everything was removed', async () => {
    await tamper(sql`delete from audit_entries`)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 0, firstBrokenId: 1 })
  })

  test('finds a missing head', async () => {
    await tamper(sql`delete from audit_head`)
    const verdict = await checkAudit(db)
    await tamper(sql`insert into audit_head (id, hash) values (0, '')`)

    expect(verdict).toMatchObject({ ok: false, count: 5, firstBrokenId: 6 })
  })

  test('finds a forged entry with a correct hash of its own', async () => {
    const third = (await entries())[2]
    if (!third) throw new Error('Expected five entries')
    const forged = { ...third, actor: 'operator:other' }
    const hash = auditHash(third.previousHash, forged)

    await tamper(sql`update audit_entries set actor = ${forged.actor}, hash = ${hash} where id = 3`)

    expect(await checkAudit(db)).toMatchObject({ ok: false, count: 3, firstBrokenId: 4 })
  })

  test.each([
    ['before the first', 0, 0],
    ['after the last, without the head', 6, 6],
    ['far after the last', 60, 6],
  ])('finds a forged entry %s', async (_where, id, firstBrokenId) => {
    const last = (await entries())[4]
    const forged = { ...fact('member:1'), id }
    const hash = auditHash(last?.hash ?? '', forged)

    await tamper(sql`insert into audit_entries
      (id, at, actor, action, subject, data, previous_hash, hash)
      values (${id}, ${AT.toISOString()}::timestamptz, ${forged.actor}, ${forged.action},
        ${forged.subject}, '{}', ${last?.hash}, ${hash})`)

    expect((await checkAudit(db)).ok).toBe(false)
    if (id !== 6) expect((await checkAudit(db)).firstBrokenId).toBe(firstBrokenId)
  })

  test('finds disabled triggers', async () => {
    await db.execute(sql`alter table audit_entries disable trigger audit_entries_append_only`)
    const verdict = await checkAudit(db)
    await db.execute(sql`alter table audit_entries enable trigger audit_entries_append_only`)

    expect(verdict).toMatchObject({ ok: false, firstBrokenId: null, guarded: false })
    expect(await rowsOf(db, sql`select 1 from audit_entries`)).toHaveLength(5)
  })
})
