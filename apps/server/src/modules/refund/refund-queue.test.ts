import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { CLAIM_MS } from '@solstice/rules/refund-claim'
import { rowsOf } from '#/platform/process/db.ts'
import type { TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aForeignPayment, aPayer, aProduct, give, type Payer } from '#test/test-shop.ts'
import { signUpMember } from '#test/test-member.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

let shop: TokenShop
let server: TestApp
let jiwoo: TestOperator
let noah: TestOperator
const { buy, packBought, requestRefund, shown } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server } = shop)
  jiwoo = await anOperator(server, 'SUPPORT')
  noah = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())

const queueOf = async (by: TestOperator, query = {}) =>
  (await by.call('refund.queue', { query: { size: 100, ...query } })).data?.list ?? []

async function refundOf({ userId }: Pick<Payer, 'userId'>) {
  const found = (await queueOf(jiwoo, { userId }))[0]
  if (!found) throw new Error(`No refund of ${userId} waits`)
  return found
}

/** Buys something for XP and asks an operator for the XP back. */
async function aRequest() {
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${shop.seasonId}`)
  const bought = await buy(payer, await aProduct(server, shop.seasonId))
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'By mistake' })
  return { payer, bought, ...(await refundOf(payer)) }
}

const claim = (by: TestOperator, refundId: number) =>
  by.call('refund.claim', { params: { refundId } })

const decide = (by: TestOperator, refundId: number, approve: boolean) =>
  by.call('refund.decide', { params: { refundId }, body: { approve, note: 'Looked at it' } })

describe('the queue', () => {
  test('shows the member, the price, what was given and is left, and what the rule expects', async () => {
    const { payer, bought } = await packBought()
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'Bought twice' })
    const full = await refundOf(payer)
    const trade = { payType: 'XP', price: 300n, givesTickets: 1 } as const
    await buy(payer, await aProduct(server, shop.seasonId, trade))
    const spent = await refundOf(payer)

    expect(full).toMatchObject({
      language: 'en',
      amount: '5',
      symbol: 'USDS',
      price: '5 USDS',
      payType: 'TOKEN',
      given: { xp: 500, tickets: 0, credit: 0 },
      recoverable: { xp: 500, tickets: 0, credit: 0 },
      earlier: { refunds: 0, granted: 0, orders: 1 },
      expectedOutcome: 'REFUNDED',
      claimedBy: null,
    })
    expect(spent).toMatchObject({
      recoverable: { xp: 200 },
      earlier: { orders: 2 },
      expectedOutcome: 'SPENT',
    })
  })

  test('filters by type, member and claim, and lists the oldest first', async () => {
    const first = await aRequest()
    server.clock.advance(MINUTE_MS)
    const second = await aRequest()
    await claim(noah, second.refundId)
    const ids = async (query: object) =>
      (await queueOf(jiwoo, query)).map(({ refundId }) => refundId)
    const all = await ids({ forOperator: 'true' })

    expect(all.indexOf(first.refundId)).toBeLessThan(all.indexOf(second.refundId))
    expect(await ids({ claimedBy: 'others' })).toEqual([second.refundId])
    expect(await ids({ claimedBy: 'nobody' })).toContain(first.refundId)
    expect(await ids({ claimedBy: 'nobody' })).not.toContain(second.refundId)
    expect(await ids({ claimedBy: 'me' })).toEqual([])
    expect(await ids({ userId: second.payer.userId, type: 'OTHER' })).toEqual([second.refundId])
    expect(await ids({ userId: second.payer.userId, type: 'UNMATCHED' })).toEqual([])
    expect(await ids({ state: 'COMPLETED', userId: second.payer.userId })).toEqual([])
    await noah.call('refund.release', { params: { refundId: second.refundId } })
  })

  test('continues behind a cursor, so that a decision meanwhile hides no other request', async () => {
    const waiting = [await aRequest()]
    server.clock.advance(MINUTE_MS)
    // Two of the same instant.
    waiting.push(await aRequest(), await aRequest())
    const pageOf = async (before: string, query: object = { forOperator: 'true' }) => {
      const { data } = await jiwoo.call('refund.queue', { query: { size: 1, before, ...query } })
      return data
    }
    const rest: number[] = []
    const readRest = async (before: string, query?: object) => {
      for (let next: string | null = before; next !== null;) {
        const page = await pageOf(next, query)
        rest.push(...(page?.list.map(({ refundId }) => refundId) ?? []))
        next = page?.nextCursor ?? null
      }
    }
    const first = await pageOf('latest', { forOperator: 'true', size: 100 })
    const [one, two, three] = waiting.map(({ refundId }) => refundId)
    expect(first).toMatchObject({ totalCount: null, nextCursor: null })
    expect(first?.list.map(({ refundId }) => refundId).slice(-3)).toEqual([one, two, three])

    const place = (first?.list.length ?? 0) - 2
    const upToFirst = await pageOf('latest', { forOperator: 'true', size: place })
    await decide(jiwoo, one ?? 0, false)
    await readRest(upToFirst?.nextCursor ?? '')
    expect(rest).toEqual([two, three])

    rest.length = 0
    await decide(jiwoo, two ?? 0, false)
    await decide(jiwoo, three ?? 0, false)
    await readRest('latest', { state: 'REJECTED' })
    expect(rest.filter((id) => id >= (one ?? 0))).toEqual([three, two, one])
  })

  test('shows one refund with its order, payment, events and the facts of the rule', async () => {
    const { payer, bought, txHash } = await packBought()
    const trade = { payType: 'XP', price: 300n, givesTickets: 1 } as const
    server.clock.advance(MINUTE_MS)
    await buy(payer, await aProduct(server, shop.seasonId, trade))
    server.clock.advance(MINUTE_MS)
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'Bought twice' })
    const { refundId } = await refundOf(payer)
    const { data } = await jiwoo.call('refund.show', { params: { refundId } })

    expect(data).toMatchObject({
      order: { orderId: bought.userProductId, state: 'COMPLETED', seasonId: shop.seasonId },
      payment: { state: 'CREDITED', txHash, amount: '5', payer: payer.wallet.address },
      payTo: payer.wallet.address,
      today: { each: 20, day: 200 },
    })
    expect(data?.events.map(({ kind }) => kind)).toEqual([
      'ORDER_PLACED',
      'PAYMENT_SEEN',
      'CREDITED',
      'SPENT',
      'REQUESTED',
    ])
    expect(data?.facts).toContainEqual({ name: 'COVERS_GIFT', value: false })
    expect((await jiwoo.call('refund.show', { params: { refundId: 999_999 } })).code).toBe(2901)
  })
})

test('names the product in the language of the member for the answer', async () => {
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${shop.seasonId}`)
  const name = { en: 'Three tickets', ko: '티켓 세 장' }
  const bought = await buy(payer, await aProduct(server, shop.seasonId, { name }))
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'By mistake' })
  const { refundId } = await refundOf(payer)
  const english = await jiwoo.call('refund.show', { params: { refundId } })
  await server.ctx.db.execute(sql`update members set language = 'ko' where id = ${payer.userId}`)
  const korean = await jiwoo.call('refund.show', { params: { refundId } })

  expect(english.data).toMatchObject({ language: 'en', memberProduct: name.en })
  expect(korean.data).toMatchObject({ language: 'ko', memberProduct: name.ko })
})

describe('a claim', () => {
  test('keeps out others until it is released, and names its operator', async () => {
    const { refundId } = await aRequest()
    const mine = await claim(jiwoo, refundId)
    const again = await claim(jiwoo, refundId)
    const others = await claim(noah, refundId)
    const decided = await decide(noah, refundId, false)
    await noah.call('refund.release', { params: { refundId } })
    const still = await claim(noah, refundId)
    await jiwoo.call('refund.release', { params: { refundId } })
    const freed = await claim(noah, refundId)

    expect(mine.data).toMatchObject({ claimedBy: jiwoo.name, isMine: true })
    expect(again.code).toBe(0)
    expect(others).toMatchObject({ status: 409, code: 2930, data: { claimedBy: jiwoo.name } })
    expect(decided.code).toBe(2930)
    expect(still.code).toBe(2930)
    expect(freed.data).toMatchObject({ claimedBy: noah.name })
  })

  test('ends by itself after half an hour', async () => {
    const { refundId, payer } = await aRequest()
    await claim(jiwoo, refundId)
    server.clock.advance(CLAIM_MS - 1)
    const before = await claim(noah, refundId)
    server.clock.advance(1)
    const free = await refundOf(payer)
    const after = await claim(noah, refundId)

    expect([before.code, after.code]).toEqual([2930, 0])
    expect(free).toMatchObject({ claimedBy: null, claimedUntil: null })
  })

  test('ends with the decision, after which nobody can claim the refund', async () => {
    const { refundId, payer, bought } = await aRequest()
    await claim(jiwoo, refundId)
    const decided = await decide(jiwoo, refundId, true)
    const late = await claim(noah, refundId)

    expect(decided.data).toMatchObject({ state: 'COMPLETED', claimedBy: null })
    expect(late.code).toBe(2405)
    expect(await shown(payer, bought)).toMatchObject({ refund: { note: 'Looked at it' } })
  })
})

describe('a payment from an unknown wallet', () => {
  test('is matched to a member once, and waits in the queue for an operator', async () => {
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const member = await signUpMember(server)
    const open = (userId: number) =>
      jiwoo.call('refund.openForPayment', {
        params: { paymentId },
        body: { userId, reason: 'SUP-12' },
      })
    const before = await jiwoo.call('order.unmatched', { query: {} })
    const unknown = await open(999_999)
    const opened = await open(member.userId)
    const twice = await open(member.userId)
    server.clock.advance(2 * HOUR_MS)
    await server.worker.runDue()
    const waiting = await jiwoo.call('order.unmatched', { query: { kind: 'waiting' } })
    const after = await jiwoo.call('order.unmatched', { query: {} })

    expect(before.data?.list.map((each) => each.paymentId)).toContain(paymentId)
    expect(unknown.code).toBe(1101)
    expect(opened.data).toMatchObject({
      type: 'UNMATCHED',
      forOperator: true,
      state: 'REQUESTED',
      expectedOutcome: null,
    })
    expect(twice).toMatchObject({ status: 409, code: 2931 })
    expect(waiting.data?.list).toMatchObject([
      {
        paymentId,
        userId: member.userId,
        refundId: opened.data?.refundId,
        refundState: 'REQUESTED',
      },
    ])
    expect(after.data?.list.map((each) => each.paymentId)).not.toContain(paymentId)
    expect(await refundOf(member)).toMatchObject({ refundId: opened.data?.refundId })
  })

  test('is matched to another member after its refund was declined, and paid back once', async () => {
    const finance = await anOperator(server, 'FINANCE')
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const wrong = await signUpMember(server)
    const owner = await signUpMember(server)
    const open = (userId: number) =>
      finance.call('refund.openForPayment', {
        params: { paymentId },
        body: { userId, reason: 'SUP-12' },
      })
    const listed = async (kind: 'unknown' | 'waiting' | 'done') =>
      (await finance.call('order.unmatched', { query: { kind, size: 100 } })).data?.list.filter(
        (each) => each.paymentId === paymentId,
      )
    const mistaken = await open(wrong.userId)
    const declined = await decide(finance, mistaken.data?.refundId ?? 0, false)
    const free = [await listed('unknown'), await listed('waiting'), await listed('done')]
    const opened = await open(owner.userId)
    const third = await open(wrong.userId)
    const waiting = [await listed('unknown'), await listed('waiting'), await listed('done')]
    const granted = await decide(finance, opened.data?.refundId ?? 0, true)
    const again = await decide(finance, opened.data?.refundId ?? 0, true)
    const late = await open(wrong.userId)
    const returns = await rowsOf<{ key: string }>(
      server.ctx.db,
      sql`select key from payouts where key in
        ('refund:' || ${mistaken.data?.refundId ?? 0}, 'refund:' || ${opened.data?.refundId ?? 0})`,
    )

    expect(declined.data).toMatchObject({ state: 'REJECTED', outcome: 'DECLINED' })
    const left = {
      userId: wrong.userId,
      refundId: mistaken.data?.refundId,
      refundState: 'REJECTED',
    }
    expect(free).toMatchObject([[left], [], []])
    expect(opened.data).toMatchObject({ userId: owner.userId, state: 'REQUESTED' })
    const taken = { userId: owner.userId, refundId: opened.data?.refundId }
    expect(waiting).toMatchObject([[], [taken], []])
    expect([third.code, granted.code, again.code, late.code]).toEqual([2931, 0, 2405, 2931])
    expect(returns).toEqual([{ key: `refund:${opened.data?.refundId}` }])
    expect([await listed('waiting'), await listed('done')]).toMatchObject([[taken], []])
  })

  test('is claimed by the member who names it after the refund of another one was declined', async () => {
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const wrong = await signUpMember(server)
    const params = { paymentId }
    const body = { userId: wrong.userId, reason: 'SUP-12' }
    const mistaken = await jiwoo.call('refund.openForPayment', { params, body })
    await decide(jiwoo, mistaken.data?.refundId ?? 0, false)
    const payer = await aPayer(server)
    const bought = await buy(payer)
    const txHash = mistaken.data?.txHash ?? ''
    await requestRefund(payer, bought, { type: 'UNCREDITED', txHash })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)
    const { refundId } = await refundOf(payer)
    const { data } = await jiwoo.call('order.unmatched', { query: { kind: 'waiting', size: 100 } })

    expect(data?.list.find((each) => each.paymentId === paymentId)).toMatchObject({
      userId: payer.userId,
      refundId,
      refundState: 'REQUESTED',
    })
  })

  test('has at most one refund that is not declined, also in the database', async () => {
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const { userId } = await signUpMember(server)
    const params = { paymentId }
    await jiwoo.call('refund.openForPayment', { params, body: { userId, reason: 'SUP-12' } })
    const copy = (state: string) =>
      server.ctx.db
        .execute(
          sql`insert into refunds (payment_id, member_id, type, state, outcome, for_operator, due_at,
              requested_at, decided_at)
            select payment_id, member_id, type, ${state}, 'DECLINED', true, due_at, requested_at,
              requested_at from refunds where payment_id = ${paymentId}`,
        )
        .then(
          () => true,
          () => false,
        )

    expect([await copy('APPROVED'), await copy('COMPLETED'), await copy('REJECTED')]).toEqual([
      false,
      false,
      true,
    ])
  })
})
