import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyMember, type MemberPage, type Remembered } from '@solstice/points-log/member'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { dumpDatabase } from '#test/dump-database.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { credit, creditAll, spend } from '#test/test-ledger.ts'
import { PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason, settleRound } from '#test/test-season.ts'
import { aProduct, give } from '#test/test-shop.ts'
import { statementLog } from '#test/statement-log.ts'
import { appendAllPostings } from './points-log.service.ts'
import { pointsLogMembers } from './points-log.table.ts'

let server: TestApp
let statements: string[] = []
beforeAll(async () => {
  const database = await openTestDatabase({
    logQuery: (text, params) => {
      statements.push(text)
      statementLog.logQuery(text, params)
    },
  })
  server = await startTestApp({ database })
})
afterAll(() => server.close())

type Member = Browser & { userId: number }

const appendAll = () => appendAllPostings(server.ctx)

async function pageOf(member: Member, query: { after?: number; seen?: number } = {}) {
  const { data } = await member.call('pointsLog.mine', { query })
  if (!data) throw new Error('The call was refused')
  return data
}

/** Verifies as a phone does: all pages, beginning after what it remembers. */
async function verified(member: Member, remembered?: Remembered) {
  const pages: MemberPage[] = []
  let known = remembered
  for (;;) {
    const page = await pageOf(member, { after: known?.count ?? 0, seen: known?.size ?? 0 })
    pages.push(page)
    const result = verifyMember(nodeCrypto, { memberId: member.userId, page, remembered: known })
    if (!result.ok || result.isLast) return { result, pages }
    known = result.remembered
  }
}

async function rememberedBy(member: Member): Promise<Remembered> {
  const { result } = await verified(member)
  if (!result.ok) throw new Error(`The log has the fault ${result.fault}`)
  return result.remembered
}

test('a member verifies all entries, page by page, and later only the new ones', async () => {
  const { db } = server.ctx
  const member = await signUpMember(server)
  const other = await signUpMember(server)
  await creditAll(
    db,
    Array.from({ length: 410 }, (_, at) => ({
      member: at % 2 === 0 ? member.userId : other.userId,
      amount: BigInt(at + 1),
    })),
  )
  await appendAll()

  const first = await verified(member)
  expect(first.pages.map(({ entries }) => entries.length)).toEqual([200, 5])
  expect(first.result).toMatchObject({ ok: true, count: 205 })

  await spend(db, member.userId, 50n)
  const remembered = first.result.ok ? first.result.remembered : undefined
  const between = await verified(member, remembered)
  expect(between.result).toMatchObject({ ok: true, count: 205 })
  expect(between.pages[0]?.unrecorded).toMatchObject([
    { kind: 'SPEND', accounts: [{ asset: 'XP', scope: '', amount: '-50' }] },
  ])

  await appendAll()
  const later = await verified(member, remembered)
  expect(later.result).toMatchObject({ ok: true, count: 206 })
  expect(later.pages.map(({ entries }) => entries.length)).toEqual([1])
  expect(later.pages[0]?.unrecorded).toEqual([])
})

test('a page sends the same statements for one entry and for two hundred', async () => {
  const few = await signUpMember(server)
  const many = await signUpMember(server)
  await credit(server.ctx.db, few.userId, 1n)
  const each = { member: many.userId, amount: 1n }
  await creditAll(
    server.ctx.db,
    Array.from({ length: 200 }, () => each),
  )
  await appendAll()
  const statementsOf = async (member: Member) => {
    statements = []
    await pageOf(member)
    return statements.length
  }
  // The first call of a session also records its use.
  await statementsOf(few)
  await statementsOf(many)

  expect(await statementsOf(many)).toBe(await statementsOf(few))
})

test('entries name the history entries that they record', async () => {
  const { seasonId, firstRound } = await aSeason(server)
  const member = await signUpMember(server)
  for (const missionId of [1, 2, 3]) {
    await member.call('mission.execute', { params: { seasonId, missionId }, body: {} })
  }
  await give(server, member.userId, 'XP', 1000n, `season:${seasonId}`)
  const productId = await aProduct(server, seasonId)
  await member.call('product.buy', { params: { seasonId, productId }, body: {} })
  const bought = await pageOf(member)
  const historyId = bought.unrecorded.at(-1)?.historyId ?? 0
  await member.call('refund.request', {
    params: { seasonId, historyId },
    body: { type: 'CHANGE_OF_MIND' },
  })
  server.clock.advance(MINUTE_MS)
  await server.worker.runDue()
  await server.ctx.db.execute(sql`update round_standings set check_in_days = 3`)
  server.clock.now = new Date(firstRound.endAt.getTime() + 1)
  await settleRound(server.ctx, firstRound.roundId)
  await appendAll()
  await member.call('auth.login', { body: { email: member.email, password: PASSWORD } })

  const page = await pageOf(member)
  const ids = page.entries.flatMap((entry) => entry.historyId ?? [])
  const shown = await Promise.all(
    ids.map((id) => member.call('history.show', { params: { seasonId, historyId: id } })),
  )
  const kinds = new Map(shown.map(({ data }) => [data?.historyId, data?.kind]))
  const named = page.entries.map(({ kind, historyId: id }) => [kind, kinds.get(id ?? 0) ?? null])
  expect(named).toEqual([
    ['CHECK_IN', 'CHECK_IN'],
    ['SPIN', 'SPIN'],
    ['TICKET_CLAIM', 'TICKET'],
    ['ADJUSTMENT', null],
    ['PRODUCT', 'PURCHASE'],
    ['REFUND', 'REFUND'],
    ['ROUND_REWARD', 'ROUND_REWARD'],
  ])
})

/** Changes a row as somebody who can switch the triggers off. */
async function tamper(change: SQL | ((tx: Db) => Promise<unknown>)): Promise<void> {
  await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await (typeof change === 'function' ? change(tx) : tx.execute(change))
  })
}

describe('with triggers off', () => {
  async function tampered(change: (of: { member: Member; transactionId: number }) => SQL) {
    const member = await signUpMember(server)
    const each = { member: member.userId, amount: 5n }
    const [, second] = await creditAll(server.ctx.db, [each, each, each])
    await appendAll()
    const remembered = await rememberedBy(member)
    await tamper(change({ member, transactionId: second?.transactionId ?? 0 }))
    return { member, remembered }
  }

  const ofMember = ({ userId }: Member) =>
    sql`account_id in (select id from ledger_accounts where member_id = ${userId})`

  test.each<[string, string, Parameters<typeof tampered>[0]]>([
    [
      'an altered amount',
      'ENTRY',
      ({ member, transactionId }) =>
        sql`update ledger_entries set amount = amount + 1
          where transaction_id = ${transactionId} and ${ofMember(member)}`,
    ],
    [
      'an altered kind',
      'ENTRY',
      ({ transactionId }) =>
        sql`update ledger_transactions set kind = 'GIFT' where id = ${transactionId}`,
    ],
    [
      'a deleted posting',
      'MISSING',
      ({ transactionId }) =>
        sql`delete from ledger_entries where transaction_id = ${transactionId}`,
    ],
    [
      'a deleted transaction',
      'MISSING',
      ({ transactionId }) => sql`delete from ledger_transactions where id = ${transactionId}`,
    ],
    [
      'an altered balance',
      'BALANCE',
      ({ member }) =>
        sql`update ledger_accounts set balance = balance + 1 where member_id = ${member.userId}`,
    ],
    [
      'a deleted leaf',
      'MISSING',
      ({ transactionId }) =>
        sql`delete from points_log_leaves where transaction_id = ${transactionId}`,
    ],
    [
      'an exchanged key',
      'ENTRY',
      ({ member }) =>
        sql`update points_log_members set key = decode(repeat('07', 32), 'hex')
          where member_id = ${member.userId}`,
    ],
  ])('%s is found as %s', async (_name, fault, change) => {
    const { member } = await tampered(change)

    expect((await verified(member)).result).toMatchObject({ ok: false, fault })
  })

  test.each<[string, Parameters<typeof tampered>[0]]>([
    [
      'changed',
      ({ member, transactionId }) =>
        sql`update ledger_entries set amount = amount + 1
          where transaction_id = ${transactionId} and ${ofMember(member)}`,
    ],
    [
      'deleted',
      ({ transactionId }) =>
        sql`delete from ledger_entries where transaction_id = ${transactionId}`,
    ],
    [
      'inserted',
      ({ member }) =>
        sql`insert into ledger_entries (transaction_id, account_id, amount)
          select 1, id, 9 from ledger_accounts where member_id = ${member.userId} limit 1`,
    ],
  ])('a posting that was %s is found by a phone that verified it before', async (_name, change) => {
    const { member, remembered } = await tampered(change)
    const { result, pages } = await verified(member, remembered)

    // The phone fetches none of the old entries for that.
    expect(pages.flatMap(({ entries }) => entries)).toEqual([])
    expect(result).toMatchObject({ ok: false, fault: 'BALANCE' })
  })

  test('a posting that was inserted between recorded ones is found', async () => {
    const { db } = server.ctx
    const member = await signUpMember(server)
    await credit(db, member.userId, 3n)
    // An id that nothing uses, as after a transaction that was rolled back.
    const [gap] = await rowsOf<{ id: string }>(
      db,
      sql`select nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as id`,
    )
    await credit(db, member.userId, 4n)
    await appendAll()
    const remembered = await rememberedBy(member)
    await tamper(async (tx) => {
      await tx.execute(sql`insert into ledger_transactions (id, kind, idempotency_key, created_at)
        overriding system value values (${gap?.id}, 'CREDIT', 'inserted', now())`)
      await tx.execute(sql`insert into ledger_entries (transaction_id, account_id, amount)
        select ${gap?.id}, id, 9 from ledger_accounts where member_id = ${member.userId}`)
    })

    const fault = { ok: false, fault: 'UNRECORDED', transactionId: Number(gap?.id) }
    expect((await verified(member)).result).toEqual(fault)
    await tamper(sql`update ledger_accounts set balance = balance + 9
      where member_id = ${member.userId}`)
    expect((await verified(member)).result).toEqual(fault)
    const { result } = await verified(member, remembered)
    expect(result).toMatchObject({ ok: false, fault: 'BALANCE' })
  })

  test('a phone finds a log that was rewritten with the key of the log', async () => {
    const { member, remembered } = await tampered(() => sql`select 1`)
    await tamper(async (tx) => {
      await tx.execute(sql`delete from points_log_checkpoints`)
      await tx.execute(sql`delete from points_log_tiles`)
      await tx.execute(sql`delete from points_log_leaves`)
      await tx.execute(sql`update points_log_members set entries = 0`)
      await tx.execute(sql`update ledger_entries set amount = amount + 1
        where ${ofMember(member)}`)
      await tx.execute(sql`update ledger_accounts set balance = balance + 3
        where member_id = ${member.userId}`)
    })
    await appendAll()

    const { result } = await verified(member, remembered)
    expect(result).toMatchObject({ ok: false, fault: 'REWRITTEN' })
    // Only the remembered checkpoint or the one on chain reveals it.
    expect((await verified(member)).result).toMatchObject({ ok: true })
  })
})

describe('a deleted account', () => {
  test('has commitments that nobody can open, in a log that others still verify', async () => {
    const { db } = server.ctx
    const member = await memberWithPin(server)
    const other = await signUpMember(server)
    await credit(db, member.userId, 5n)
    await credit(db, other.userId, 6n)
    await appendAll()
    const page = await pageOf(member)
    const remembered = await rememberedBy(other)
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const

    expect((await member.call('account.delete', { body }, header)).code).toBe(0)

    expect(page.key).toMatch(/^[0-9a-f]{64}$/)
    expect((await member.call('pointsLog.mine', { query: {} })).status).toBe(401)
    expect(JSON.stringify(await dumpDatabase(db))).not.toContain(page.key)
    const opened = verifyMember(nodeCrypto, {
      memberId: member.userId,
      page: { ...page, key: null },
    })
    expect(opened).toMatchObject({ ok: false, fault: 'ENTRY' })
    await credit(db, member.userId, 7n)
    await credit(db, other.userId, 8n)
    await appendAll()
    expect((await verified(other, remembered)).result).toMatchObject({ ok: true, count: 2 })
    expect((await verified(other)).result).toMatchObject({ ok: true, count: 2 })
    expect(await keyOf(member.userId)).toEqual([{ key: null, entries: 2 }])
  })

  test('without entries gets no key when a posting follows', async () => {
    const member = await memberWithPin(server)
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    await member.call('account.delete', { body }, header)
    await credit(server.ctx.db, member.userId, 7n)
    await appendAll()

    expect(await keyOf(member.userId)).toEqual([{ key: null, entries: 1 }])
  })
})

async function keyOf(memberId: number) {
  return server.ctx.db
    .select({ key: pointsLogMembers.key, entries: pointsLogMembers.entries })
    .from(pointsLogMembers)
    .where(sql`member_id = ${memberId}`)
}
