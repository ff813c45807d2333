import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { mayCall, OPERATOR_ROLES, type OperatorRole } from '@solstice/contract/endpoint'
import { SEARCH_KINDS } from '@solstice/contract/search.schemas'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { maskEmail } from '@solstice/rules/email'
import { insertPackage } from '#/modules/credit/credit.queries.ts'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { notices } from '#/modules/notice/notice.table.ts'
import { orders, payments } from '#/modules/order/order.table.ts'
import { payoutAttempts, payouts } from '#/modules/payout/payout.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { aProduct } from '#test/test-shop.ts'

type Kind = (typeof SEARCH_KINDS)[number]

const NAME = '달빛산책로길'
const WALLET = `0x${'aB'.repeat(20)}`
const PAID = `0x${'1'.repeat(64)}`
const SENT = `0x${'2'.repeat(64)}`
const REPLACED = `0x${'3'.repeat(64)}`
const WITHDRAWN = `0x${'4'.repeat(64)}`

let server: TestApp
let owner: TestOperator
let member: Browser & { email: string; userId: number }
let ids: Record<Exclude<Kind, 'TRANSACTION'>, number>
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server, 'OWNER')
  member = await signUpMember(server)
  ids = await insertOneOfEach()
})
afterAll(() => server.close())

/** Inserts one thing of each kind that belongs to the member, and returns their ids. */
async function insertOneOfEach(): Promise<typeof ids> {
  const { db } = server.ctx
  const memberId = member.userId
  const now = server.clock.now
  await db.execute(sql`update members set nickname = ${NAME}, wallet_address = ${WALLET}
    where id = ${memberId}`)
  const { seasonId } = await aSeason(server)
  const productId = await aProduct(server, seasonId)
  const chainId = 31_337
  const token = { symbol: 'USDS', decimals: 6, chainId, contract: null }
  const packageId = await insertPackage(
    db,
    { position: 1, credit: 100, price: 1n, chainId, contract: null, onSale: true },
    now,
  )
  const [order] = await db
    .insert(orders)
    .values({
      memberId,
      packageId,
      quantity: 1,
      payType: 'TOKEN',
      price: 120_500_000n,
      ...token,
      givesCredit: 100,
      state: 'FAILED',
      payTo: WALLET,
      payer: WALLET,
      afterBlock: 1,
      expiresAt: now,
      txHash: PAID,
      createdAt: now,
    })
    .returning({ id: orders.id })
  const orderId = order?.id ?? 0
  await db.insert(payments).values({
    chainId,
    txHash: PAID,
    logIndex: 0,
    blockNumber: 1,
    blockHash: PAID,
    payer: WALLET,
    amount: 120_500_000n,
    state: 'SEEN',
    orderId,
    memberId,
    seenAt: now,
    payTo: WALLET,
    paidAt: now,
  })
  const [refund] = await db
    .insert(refunds)
    .values({
      orderId,
      memberId,
      type: 'OTHER',
      txHash: PAID,
      state: 'REQUESTED',
      dueAt: now,
      forOperator: true,
      requestedAt: now,
    })
    .returning({ id: refunds.id })
  const payout = {
    memberId,
    address: WALLET,
    ...token,
    createdAt: now,
    purpose: 'WITHDRAWAL',
  } as const
  const [held] = await db
    .insert(payouts)
    .values({ ...payout, key: 'held', amount: 99_000_000n, state: 'QUEUED', heldFor: 'CAP' })
    .returning({ id: payouts.id })
  const [sent] = await db
    .insert(payouts)
    .values({
      ...payout,
      key: 'sent',
      amount: 101_000_000n,
      state: 'CONFIRMED',
      nonce: 1,
      account: WALLET,
      txHash: SENT,
    })
    .returning({ id: payouts.id })
  await db.insert(payoutAttempts).values({
    payoutId: sent?.id ?? 0,
    attempt: 1,
    gas: 1n,
    maxFee: 1n,
    priorityFee: 1n,
    raw: '0x',
    txHash: REPLACED,
    createdAt: now,
  })
  await db.insert(inviteWithdrawals).values({
    memberId,
    amount: 12_000_000n,
    symbol: 'USDS',
    chainId,
    status: 'SENT',
    txHash: WITHDRAWN,
    day: '2026-06-23' as never,
    createdAt: now,
  })
  const [notice] = await db
    .insert(notices)
    .values({
      type: 'NOTICE',
      titleEn: 'Harbor festival',
      titleKo: '항구 축제',
      contentEn: 'a',
      contentKo: 'b',
      publishedAt: now,
    })
    .returning({ id: notices.id })
  await enqueue(db, 'season.open', { payload: { id: 1 }, dueAt: now, now })
  const [job] = await rowsOf<{ id: string }>(
    db,
    sql`select id from jobs where kind = 'season.open' and done_at is null order by id desc limit 1`,
  )
  await db.transaction((tx) =>
    appendAudit(tx, {
      at: now,
      actor: 'operator:test',
      action: 'payout.cancel',
      subject: 'payout:77',
      data: { userId: memberId },
    }),
  )
  const [entry] = await rowsOf<{ id: string }>(
    db,
    sql`select id from audit_entries order by id desc limit 1`,
  )
  return {
    MEMBER: memberId,
    ORDER: orderId,
    REFUND: refund?.id ?? 0,
    PAYOUT: held?.id ?? 0,
    SEASON: seasonId,
    PRODUCT: productId,
    NOTICE: notice?.id ?? 0,
    JOB: Number(job?.id),
    AUDIT: Number(entry?.id),
  }
}

async function find(q: string, by = owner): Promise<CallData<'search.find'>['list']> {
  const reply = await by.call('search.find', { query: { q } })
  expect(reply).toMatchObject({ status: 200, code: 0 })
  return reply.data?.list ?? []
}

/** Returns the results of one kind. */
async function of(kind: Kind, q: string, by = owner) {
  return (await find(q, by)).filter((each) => each.kind === kind)
}

describe('a search', () => {
  test('finds each thing by its id, marked as exact', async () => {
    for (const [kind, id] of Object.entries(ids) as [Kind, number][]) {
      const [first] = await of(kind, String(id))
      expect([kind, first?.id, first?.exact]).toEqual([kind, String(id), true])
    }
  })

  test('shows a member with nickname, masked email and status', async () => {
    const expected = {
      kind: 'MEMBER',
      id: String(member.userId),
      userId: member.userId,
      title: NAME,
      detail: maskEmail(member.email),
      state: 'ACTIVE',
      at: server.clock.now.toISOString(),
    }

    expect(await of('MEMBER', NAME.slice(1, 4))).toEqual([{ ...expected, exact: false }])
    expect(await of('MEMBER', NAME.slice(1, 4).normalize('NFD'))).toHaveLength(1)
    expect(await of('MEMBER', NAME.slice(0, 1))).toHaveLength(1)
    expect(await of('MEMBER', NAME.slice(2, 4))).toEqual([])
    expect(await of('MEMBER', WALLET)).toEqual([{ ...expected, exact: true }])
    expect(await of('MEMBER', WALLET.slice(0, 9))).toEqual([{ ...expected, exact: false }])
    expect(await of('MEMBER', member.email.toUpperCase())).toEqual([{ ...expected, exact: true }])
  })

  test('finds seasons, products and notices by part of a name in either language', async () => {
    expect(await of('NOTICE', 'HARBOR fest')).toMatchObject([
      { id: String(ids.NOTICE), title: 'Harbor festival', state: 'PUBLISHED', exact: false },
    ])
    expect(await of('NOTICE', '구 축')).toHaveLength(1)
    expect(await of('PRODUCT', '티켓')).toMatchObject([
      { title: 'Three tickets', state: 'ON_SALE' },
    ])
    const [season] = await of('SEASON', String(ids.SEASON))
    expect(await of('SEASON', season?.title.slice(1) ?? '')).toMatchObject([{ state: 'PUBLISHED' }])
  })

  test('finds payment, payout and withdrawal by hash, also the hash of a replaced attempt', async () => {
    const results = await find(PAID.toUpperCase().replace('0X', '0x'))

    expect(results.map(({ kind, id, exact }) => [kind, id, exact])).toEqual([
      ['ORDER', String(ids.ORDER), true],
      ['REFUND', String(ids.REFUND), true],
      ['TRANSACTION', PAID, true],
    ])
    expect(results[2]).toMatchObject({ title: 'PAYMENT', detail: '120.5 USDS', state: 'SEEN' })
    for (const hash of [SENT, REPLACED]) {
      expect(await of('TRANSACTION', hash)).toMatchObject([
        { id: hash, title: 'PAYOUT', detail: '101 USDS', state: 'CONFIRMED' },
      ])
      expect(await of('PAYOUT', hash)).toHaveLength(1)
    }
    expect(await of('TRANSACTION', WITHDRAWN)).toMatchObject([
      { title: 'WITHDRAWAL', detail: '12 USDS', state: 'SENT', userId: member.userId },
    ])
  })

  test('filters by hold, state, member, amount and time', async () => {
    const kindsOf = async (q: string) =>
      Array.from(new Set((await find(q)).map(({ kind }) => kind)))

    expect(await find('is:held')).toMatchObject([
      { kind: 'PAYOUT', id: String(ids.PAYOUT), state: 'HELD', detail: '99 USDS' },
    ])
    expect(await kindsOf('state:failed')).toEqual(['ORDER'])
    expect(await kindsOf('state:SUSPENDED')).toEqual([])
    expect(await kindsOf(`member:${member.userId}`)).toEqual([
      'MEMBER',
      'ORDER',
      'REFUND',
      'PAYOUT',
      'AUDIT',
    ])
    expect(await kindsOf('member:987654')).toEqual([])
    expect((await find('>100 USDS')).map(({ detail }) => detail)).toEqual([
      '120.5 USDS',
      '120.5 USDS',
      '101 USDS',
    ])
    expect(await find('>100 XP')).toEqual([])
    expect(await of('PAYOUT', `>98.9 member:${member.userId} is:held`)).toHaveLength(1)
    expect(await of('PAYOUT', '>99 is:held')).toEqual([])
    server.clock.advance(3 * DAY_MS)
    expect(await of('ORDER', 'since:2d')).toEqual([])
    expect(await of('ORDER', 'since:4d')).toHaveLength(1)
    expect(await of('MEMBER', `since:2d ${NAME}`)).toEqual([])
    expect(await of('MEMBER', `since:4d ${NAME}`)).toHaveLength(1)
  })

  test('returns the filters that it understood', async () => {
    const reply = await owner.call('search.find', { query: { q: 'Is:held colour:red >5 USDS' } })

    expect(reply.data).toEqual({ list: [], filters: ['is:held', '>5 USDS'] })
  })

  test('finds jobs by part of their kind and by state', async () => {
    const expected = { id: String(ids.JOB), title: 'season.open', state: 'waiting', exact: false }

    expect(await of('JOB', 'season.op')).toMatchObject([expected])
    expect(await of('JOB', 'season.op state:waiting')).toMatchObject([expected])
    expect(await of('JOB', 'season.op state:dead')).toEqual([])
    expect(await of('JOB', 'no.such')).toEqual([])
  })

  test('finds audit entries by action, subject and kind of subject', async () => {
    const expected = { id: String(ids.AUDIT), title: 'payout.cancel', detail: 'payout:77' }

    expect(await of('AUDIT', 'payout.cancel')).toMatchObject([{ ...expected, userId: null }])
    expect(await of('AUDIT', 'payout:77')).toMatchObject([expected])
    expect(await of('AUDIT', 'payout')).toMatchObject([expected])
    expect(await of('AUDIT', `member:${member.userId}`)).toMatchObject([
      { ...expected, userId: member.userId },
    ])
  })

  test('returns at most eight of a kind', async () => {
    for (let at = 0; at < 9; at += 1) await signUpMember(server)

    expect(await of('MEMBER', 'harbor.example')).toHaveLength(8)
  })

  test.each(['%', '_', String.raw`\\`, "'", '%%%', '___', 'a%b', '@', '>', 'is:', '%은%'])(
    'treats %s as text',
    async (q) => {
      expect(await of('MEMBER', q)).toEqual([])
    },
  )

  test.each(['', ' ', 'a\u0000b', 'x'.repeat(255), '\u0007'])('rejects %j with 9992', async (q) => {
    expect(await owner.call('search.find', { query: { q } })).toMatchObject({
      status: 400,
      code: Code.INVALID_REQUEST,
    })
  })

  test('accepts 254 characters', async () => {
    expect(await find('가나다'.repeat(84))).toEqual([])
    expect(await find('9'.repeat(254))).toEqual([])
    expect(await find(`0x${'f'.repeat(252)}`)).toEqual([])
  })
})

describe('a role', () => {
  const READ_BY: Record<Kind, CallId> = {
    MEMBER: 'operator.findMembers',
    ORDER: 'member.orders',
    REFUND: 'refund.queue',
    PAYOUT: 'payout.list',
    TRANSACTION: 'payout.list',
    SEASON: 'seasonPlan.list',
    PRODUCT: 'product.listAll',
    NOTICE: 'notice.listAll',
    JOB: 'operator.listJobs',
    AUDIT: 'operator.listAudit',
  }

  test.each(OPERATOR_ROLES)('%s finds only what it may read', async (role: OperatorRole) => {
    const operator = await anOperator(server, role)
    const found = new Set<string>()
    const queries = [...Object.values(ids).map(String), PAID, SENT, `member:${member.userId}`]
    for (const q of queries) for (const { kind } of await find(q, operator)) found.add(kind)

    const readable = SEARCH_KINDS.filter((kind) => mayCall(role, endpoints[READ_BY[kind]]))
    expect(SEARCH_KINDS.filter((kind) => found.has(kind))).toEqual(readable)
  })
})

test('the members in the results are recorded as read, once', async () => {
  const support = await anOperator(server, 'SUPPORT')
  const readsBy = () =>
    rowsOf<{ call: string; member_id: string }>(
      server.ctx.db,
      sql`select call, member_id from operator_reads where operator_id = ${support.operatorId}`,
    )

  await find(NAME, support)
  await find(NAME.slice(1), support)

  expect(await readsBy()).toEqual([{ call: 'search.find', member_id: String(member.userId) }])
  await find('festival', support)
  expect(await readsBy()).toHaveLength(1)
})
