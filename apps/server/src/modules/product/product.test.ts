import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { aProduct, anXpPack, give } from '#test/test-shop.ts'

let server: TestApp
let seasonId: number
let scope: string
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  seasonId = (await aSeason(server)).seasonId
  scope = `season:${seasonId}`
})
afterAll(() => server.close())

type Member = Awaited<ReturnType<typeof signUpMember>>

async function aBuyer(xp = 1000n, tickets = 0n): Promise<Member> {
  const member = await signUpMember(server)
  if (xp > 0n) await give(server, member.userId, 'XP', xp, scope)
  if (tickets > 0n) await give(server, member.userId, 'TICKET', tickets, scope)
  return member
}

const buy = (member: Member, productId: number, quantity = 1, key?: string) =>
  member.call(
    'product.buy',
    { params: { seasonId, productId }, body: { quantity } },
    key === undefined ? {} : { 'idempotency-key': key },
  )

const xpOf = ({ userId }: Member) =>
  balanceOf(server.ctx.db, { member: userId, asset: 'XP', scope })
const ticketsOf = ({ userId }: Member) =>
  balanceOf(server.ctx.db, { member: userId, asset: 'TICKET', scope })

describe('the shop of a season', () => {
  test('lists its products in the requested language, by payment type', async () => {
    const { seasonId: other } = await aSeason(server, { startsInDays: 40 })
    const forXp = await aProduct(server, other)
    const pack = await anXpPack(server, other, { position: 2, stock: 7, perMember: 2 })
    await aProduct(server, other, { onSale: false })
    const member = await aBuyer()
    const params = { seasonId: other }
    const all = await member.call('product.list', { params, query: {} })
    const korean = await member.call(
      'product.list',
      { params, query: { payType: 'XP' } },
      { 'accept-language': 'ko' },
    )
    const shown = await member.call('product.show', { params: { ...params, productId: pack } })

    expect(all.data?.list.map(({ productId }) => productId)).toEqual([forXp, pack])
    expect(korean.data?.list).toMatchObject([{ productId: forXp, name: '티켓 3장' }])
    expect(shown.data).toMatchObject({
      name: '500 XP',
      payType: 'TOKEN',
      price: '5',
      tokenSymbol: 'USDS',
      tokenDecimals: 6,
      chainId: 31_337,
      givesXp: 500,
      givesTickets: 0,
      stock: 7,
      perUserLimit: 2,
      bought: 0,
      available: true,
      unavailableReason: null,
    })
    const elsewhere = await member.call('product.show', { params: { seasonId, productId: pack } })
    expect(elsewhere.code).toBe(Code.NOT_FOUND)
  })
})

describe('a product for XP or tickets', () => {
  test('is paid and credited immediately, and shown in the history and both balances', async () => {
    const productId = await aProduct(server, seasonId)
    const member = await aBuyer()
    const { data } = await buy(member, productId, 2)

    expect(data).toMatchObject({
      productId,
      status: 'COMPLETED',
      payType: 'XP',
      quantity: 2,
      price: '200',
      payTo: null,
      txHash: null,
      payment: null,
      xpBalance: 800,
      tickets: 6,
    })
    const histories = await member.call('history.list', {
      params: { seasonId },
      query: { tab: 'Purchased' },
    })
    expect(histories.data?.list).toMatchObject([
      {
        historyId: data?.historyId,
        kind: 'PURCHASE',
        title: 'Three tickets',
        xp: -200,
        tickets: 6,
        productId,
        userProductId: data?.userProductId,
        status: 'COMPLETED',
        refundable: true,
      },
    ])
    const tickets = await member.call('history.tickets', { params: { seasonId }, query: {} })
    expect(tickets.data?.list).toMatchObject([{ change: 6, reason: 'PRODUCT', balance: 6 }])
    const alarms = await member.call('alert.list', { query: {} })
    expect(alarms.data?.list).toMatchObject([
      { code: 'PURCHASE_SUCCESS', data: { seasonId, historyId: data?.historyId } },
    ])
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('gives spendable XP for tickets, but never season XP', async () => {
    const productId = await aProduct(server, seasonId, {
      payType: 'TICKET',
      price: 4n,
      givesXp: 150,
      givesTickets: 0,
    })
    const member = await aBuyer(0n, 5n)
    const { data } = await buy(member, productId)
    const season = await member.call('season.show', { params: { seasonId } })

    expect(data).toMatchObject({ xpBalance: 150, tickets: 1 })
    expect(season.data?.me).toMatchObject({ seasonXp: 0, xpBalance: 150, tickets: 1, rank: null })
    const tickets = await member.call('history.tickets', { params: { seasonId }, query: {} })
    expect(tickets.data?.list[0]).toMatchObject({ change: -4, reason: 'PURCHASE', balance: 1 })
  })

  test('is refused if the balance is too low, and nothing changes', async () => {
    const forXp = await aProduct(server, seasonId, { stock: 5, perMember: 5 })
    const forTickets = await aProduct(server, seasonId, {
      payType: 'TICKET',
      price: 2n,
      givesXp: 1,
      givesTickets: 0,
    })
    const poor = await aBuyer(99n, 1n)

    expect((await buy(poor, forXp)).code).toBe(Code.XP_INSUFFICIENT)
    expect((await buy(poor, forTickets)).code).toBe(Code.TICKETS_INSUFFICIENT)
    expect([await xpOf(poor), await ticketsOf(poor)]).toEqual([99n, 1n])
    const shown = await poor.call('product.show', { params: { seasonId, productId: forXp } })
    expect(shown.data).toMatchObject({ stock: 5, bought: 0 })
    const histories = await poor.call('history.list', {
      params: { seasonId },
      query: { tab: 'Purchased' },
    })
    expect(histories.data?.list).toEqual([])
  })

  test('is bought once with the same key, and a different body is rejected', async () => {
    const productId = await aProduct(server, seasonId)
    const member = await aBuyer()
    const first = await buy(member, productId, 1, 'once')
    const second = await buy(member, productId, 1, 'once')
    const other = await buy(member, productId, 2, 'once')

    expect(second.data).toEqual(first.data)
    expect(other.code).toBe(Code.INVALID_REQUEST)
    expect(await xpOf(member)).toBe(900n)
  })

  test('is sold while in stock, and to each member up to the limit', async () => {
    const productId = await aProduct(server, seasonId, { stock: 3, perMember: 2 })
    const [first, second] = [await aBuyer(), await aBuyer()]
    const tooMany = await buy(first, productId, 3)
    await buy(first, productId, 2)
    const more = await buy(first, productId)
    const none = await buy(second, productId, 2)
    const last = await buy(second, productId)
    const soldOut = await buy(second, productId)
    const shown = await second.call('product.show', { params: { seasonId, productId } })

    expect([tooMany, more].map(({ code, data }) => [code, data])).toEqual([
      [Code.PRODUCT_UNAVAILABLE, { reason: 'LIMIT_REACHED' }],
      [Code.PRODUCT_UNAVAILABLE, { reason: 'LIMIT_REACHED' }],
    ])
    expect(none).toMatchObject({ code: Code.PRODUCT_UNAVAILABLE, data: { reason: 'SOLD_OUT' } })
    expect(last.code).toBe(0)
    expect(soldOut).toMatchObject({ code: Code.PRODUCT_UNAVAILABLE, data: { reason: 'SOLD_OUT' } })
    expect(shown.data).toMatchObject({ available: false, unavailableReason: 'SOLD_OUT', stock: 0 })
    expect(await xpOf(second)).toBe(900n)
  })

  test('is not sold before the season, after it, or while off sale', async () => {
    const { seasonId: upcoming } = await aSeason(server, { startsInDays: 80 })
    const early = await aProduct(server, upcoming)
    const off = await aProduct(server, seasonId, { onSale: false })
    const member = await aBuyer()
    const tooEarly = await member.call('product.buy', {
      params: { seasonId: upcoming, productId: early },
      body: {},
    })

    expect(tooEarly.code).toBe(Code.SEASON_NOT_OPEN)
    expect(await buy(member, off)).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'NOT_ON_SALE' },
    })
    expect((await buy(member, 999_999)).code).toBe(Code.NOT_FOUND)
  })

  test.each([[-1], [0], [0.5], [101], ['1e3'], [2 ** 256], [null]])(
    'in a quantity of %s is rejected before anything else is checked',
    async (quantity) => {
      const productId = await aProduct(server, seasonId)
      const member = await aBuyer()
      const reply = await member.call('product.buy', {
        params: { seasonId, productId },
        body: { quantity: quantity as number },
      })

      expect(reply.code).toBe(Code.INVALID_REQUEST)
      expect(await xpOf(member)).toBe(1000n)
    },
  )
})
