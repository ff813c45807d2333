import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { ChainError } from '#/platform/process/chain-error.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { configureSecondNode } from '#test/second-node.ts'
import { anXpPack, aPayer, PACK_PRICE, payTokens } from '#test/test-shop.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { findOrder } from './order.queries.ts'

let shop: TokenShop
const { buy, update, xpOf } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ stock: 1 })
})
afterAll(() => shop.server.close())

/** Advances the clock without mining a block, so that a sent transaction stays pending. */
async function wait(ms: number): Promise<void> {
  shop.server.clock.advance(ms)
  await shop.server.worker.runDue()
}

/** Returns the state of the order and the remaining stock. */
async function held({ userProductId }: { userProductId: number }) {
  const order = await findOrder(shop.server.ctx.db, userProductId)
  const [product] = await rowsOf<{ stock: number }>(
    shop.server.ctx.db,
    sql`select stock from products where id = ${shop.packId}`,
  )
  return { state: order?.state, stock: product?.stock }
}

test('releases the stock of an order with an invented transaction as early as of one without', async () => {
  const payer = await aPayer(shop.server)
  const bought = await buy(payer)
  const named = await update(payer, bought, { txHash: `0x${'7'.repeat(64)}` })
  await wait(29 * MINUTE_MS)
  const before = await held(bought)
  await wait(MINUTE_MS)

  expect(named.code).toBe(0)
  expect(before).toEqual({ state: 'SUBMITTED', stock: 0 })
  expect(await held(bought)).toEqual({ state: 'EXPIRED', stock: 1 })
})

test('keeps the stock of an order with a pending transaction until it is mined', async () => {
  const { server, treasury } = shop
  const payer = await aPayer(server)
  const bought = await buy(payer)
  const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  await update(payer, bought, { txHash })
  await wait(30 * MINUTE_MS)
  await wait(HOUR_MS)
  const waiting = await held(bought)
  for (const { control } of server.devnet?.chains.values() ?? []) await control.mine(4)
  await wait(MINUTE_MS)

  expect(waiting).toEqual({ state: 'SUBMITTED', stock: 0 })
  expect(await held(bought)).toEqual({ state: 'COMPLETED', stock: 0 })
  expect(await xpOf(payer)).toBe(500n)
})

describe('an order whose transaction no node can return', () => {
  /** Opens two orders for a new product, so that tests do not share stock. */
  async function twoOrders() {
    const packId = await anXpPack(shop.server, shop.seasonId, { stock: 2 })
    const [first, second] = [await aPayer(shop.server), await aPayer(shop.server)]
    const orders = [await buy(first, packId), await buy(second, packId)] as const
    await update(first, orders[0], { txHash: INVENTED })
    return orders
  }
  const INVENTED = `0x${'5'.repeat(64)}`
  const stateOf = async (order: { userProductId: number }) => (await held(order)).state

  test.each([
    ['the receipt and the transaction are too large', true],
    ['the node fails to return it', false],
  ])(
    'expires eventually and does not block the expiry of other orders: %s',
    async (_, isTooLarge) => {
      const [stuck, other] = await twoOrders()
      const { chains } = shop.server.ctx
      const { node: nodeOf } = chains
      chains.node = (network) => {
        const { call } = nodeOf(network)
        return {
          call: async (method, params) => {
            if (params[0] !== INVENTED) return call(method, params)
            throw Object.assign(new ChainError('No answer'), { isTooLarge })
          },
        }
      }
      await wait(30 * MINUTE_MS)
      const ends = [await stateOf(stuck), await stateOf(other)]
      await wait(2 * HOUR_MS)
      const later = await stateOf(stuck)
      chains.node = nodeOf

      expect(ends).toEqual(['SUBMITTED', 'EXPIRED'])
      // An unreadable transaction holds the stock as long as a pending one.
      expect(later).toBe('EXPIRED')
    },
  )

  test('expires together with other orders while the second node is down', async () => {
    const behaviours = await configureSecondNode(shop.server, '1')
    const [invented, other] = await twoOrders()
    behaviours.second = 'down'
    await wait(30 * MINUTE_MS)

    expect([await stateOf(invented), await stateOf(other)]).toEqual(['EXPIRED', 'EXPIRED'])
  })
})
