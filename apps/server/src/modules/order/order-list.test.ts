import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPayer, aProduct, give, payTokens } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

let shop: TokenShop
let server: TestApp
let finance: TestOperator
let programme: TestOperator
const { buy, packBought } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ stock: 100 })
  ;({ server } = shop)
  finance = await anOperator(server, 'FINANCE')
  programme = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

describe('the list of orders', () => {
  test('filters by product, state and member, and continues by cursor', async () => {
    const { payer, bought } = await packBought()
    const open = await buy(payer)
    const list = async (query: object) =>
      (await finance.call('order.listAll', { query: { size: 100, ...query } })).data
    const ids = async (query: object) => (await list(query))?.list.map(({ orderId }) => orderId)
    const mine = { userId: payer.userId }

    expect(await ids(mine)).toEqual([open.userProductId, bought.userProductId])
    expect(await ids({ ...mine, state: 'OPEN' })).toEqual([open.userProductId])
    expect(await ids({ ...mine, productId: shop.packId, state: 'COMPLETED' })).toEqual([
      bought.userProductId,
    ])
    expect(await ids({ ...mine, packageId: 1 })).toEqual([])
    const first = await list({ ...mine, size: 1 })
    expect(first).toMatchObject({ totalCount: 2, isCountPartial: false, hasNext: true })
    expect(await ids({ ...mine, size: 1, before: first?.nextCursor })).toEqual([
      bought.userProductId,
    ])
    expect((await programme.call('order.listAll', { query: {} })).code).toBe(9991)
  })

  test('opens one order with the payments that were seen for it', async () => {
    const { bought, txHash } = await packBought()
    const params = { orderId: bought.userProductId }
    const { data } = await finance.call('order.show', { params })

    expect(data).toMatchObject({
      name: '500 XP',
      price: '5',
      unit: 'USDS',
      givesXp: 500,
      payments: [{ state: 'CREDITED', txHash, amount: '5', symbol: 'USDS' }],
    })
    expect((await finance.call('order.show', { params: { orderId: 999_999 } })).code).toBe(2901)
  })
})

test('payments that no order waits for are listed with the member and the refund', async () => {
  const payer = await aPayer(server)
  const txHash = await payTokens(server, payer.wallet, shop.treasury, 7_000_000n)
  await advanceChains(server)
  const unmatched = async (kind: 'waiting' | 'done') =>
    (await finance.call('order.unmatched', { query: { kind, size: 100 } })).data?.list.find(
      (each) => each.txHash === txHash,
    )
  const lists = [await unmatched('waiting'), await unmatched('done')]

  expect(lists.find((each) => each !== undefined)).toMatchObject({
    userId: payer.userId,
    amount: '7',
    symbol: 'USDS',
  })
  expect(lists.find((each) => each !== undefined)?.refundId).toBeGreaterThan(0)
})

describe('a product of the shop', () => {
  const details = async (productId: number) =>
    (await programme.call('product.details', { params: { productId } })).data

  test('shows stock, sales, income, open orders and how long the stock lasts', async () => {
    const productId = await aProduct(server, shop.seasonId, { stock: 10, givesTickets: 1 })
    const payer = await aPayer(server)
    await give(server, payer.userId, 'XP', 1000n, `season:${shop.seasonId}`)
    await buy(payer, productId)
    await buy(payer, productId)
    const today = await details(productId)
    server.clock.advance(DAY_MS)
    const tomorrow = await details(productId)

    expect(today).toMatchObject({
      stock: 8,
      sold: 2,
      income: '200',
      symbol: 'XP',
      openOrders: 0,
      daysLeft: null,
    })
    expect(today?.soldByDay.at(-1)).toBe(2)
    // Two a day since yesterday, when the product was added.
    expect(tomorrow?.soldByDay.slice(-2)).toEqual([2, 0])
    expect(tomorrow?.daysLeft).toBe(4)
    server.clock.advance(-DAY_MS)
  })

  test('changes its texts, picture and position, and keeps price and gift', async () => {
    const productId = await aProduct(server, shop.seasonId)
    const body = {
      name: { en: 'Three tickets, please', ko: '티켓 세 장' },
      description: { en: 'For spins.', ko: '스핀용이에요.' },
      imageUrl: '/media/picture.webp',
      position: 3,
    }
    const changed = await programme.call('product.change', { params: { productId }, body })

    expect(changed.data).toMatchObject({ ...body, price: '100 XP', givesTickets: 3 })
    expect(await details(productId)).toMatchObject(body)
  })

  test('keeps a sale that came between reading its stock and changing it', async () => {
    const productId = await aProduct(server, shop.seasonId, { stock: 10, givesTickets: 1 })
    const change = async (body: { stockChange: number; stock?: number }) =>
      programme.call('product.change', { params: { productId }, body })
    const payer = await aPayer(server)
    await give(server, payer.userId, 'XP', 1000n, `season:${shop.seasonId}`)
    await buy(payer, productId)
    const added = await change({ stockChange: 5 })
    const tooFew = await change({ stockChange: -15 })
    const both = await change({ stockChange: 1, stock: 3 })
    const emptied = await change({ stockChange: -14 })

    expect([added.data?.stock, emptied.data?.stock]).toEqual([14, 0])
    expect([tooFew.status, tooFew.code, both.code]).toEqual([409, Code.STOCK_CHANGED, 9992])
  })

  test('takes the place that the operator gives it, unless another product came meanwhile', async () => {
    const { data } = await programme.call('product.listAll', {
      params: { seasonId: shop.seasonId },
    })
    const ids = data?.list.map(({ productId }) => productId) ?? []
    const arrange = (productIds: number[]) =>
      programme.call('product.arrange', {
        params: { seasonId: shop.seasonId },
        body: { productIds },
      })
    const reversed = await arrange(ids.toReversed())
    const again = await arrange(ids.toReversed())
    const missing = await arrange(ids.slice(1))
    const twice = await arrange([...ids.slice(1), ids[1] ?? 0])

    expect(reversed.data?.list.map(({ productId }) => productId)).toEqual(ids.toReversed())
    expect(again.code).toBe(0)
    expect([missing, twice].map(({ status, code }) => [status, code])).toEqual([
      [409, 2932],
      [409, 2932],
    ])
  })
})
