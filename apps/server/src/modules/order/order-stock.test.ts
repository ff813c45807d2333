import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/db.ts'
import { aPayer, PACK_PRICE, payTokens } from '#/testing/test-shop.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#/testing/token-shop.ts'
import { findOrders } from './order.queries.ts'

let shop: TokenShop
const { buy, update, xpOf } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ stock: 1 })
})
afterAll(() => shop.server.close())

/** Time passes and no block comes: a transaction that was sent stays where it is. */
async function wait(ms: number): Promise<void> {
  shop.server.clock.advance(ms)
  await shop.server.worker.runDue()
}

/** The state of the order and what is left on the shelf. */
async function held({ userProductId }: { userProductId: number }) {
  const [order] = await findOrders(shop.server.ctx.db, sql`o.id = ${userProductId}`)
  const [product] = await rowsOf<{ stock: number }>(
    shop.server.ctx.db,
    sql`select stock from products where id = ${shop.packId}`,
  )
  return { state: order?.state, stock: product?.stock }
}

test('an order that names an invented transaction holds its stock no longer than one that names none', async () => {
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

test('an order that names a transaction that waits for its block holds its stock until it is mined', async () => {
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
