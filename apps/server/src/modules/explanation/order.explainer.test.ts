import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aCreditPackage, aPayer, aProduct, give, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

let shop: TokenShop
let support: TestOperator
let ticketsId: number
const { buy, packBought, requestRefund, update } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  support = await anOperator(shop.server, 'SUPPORT')
  ticketsId = await aProduct(shop.server, shop.seasonId)
})
afterAll(() => shop.server.close())

async function explained(payer: Payer, entryId: string) {
  const mine = await payer.call('explanation.mine', { params: { entryId } })
  const params = { userId: payer.userId, entryId }
  const { data } = await support.call('explanation.ofMember', { params })
  expect(data).toMatchObject(mine.data ?? {})
  return data
}

async function refundOf(payer: Payer): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    shop.server.ctx.db,
    sql`select id from refunds where member_id = ${payer.userId} order by id desc limit 1`,
  )
  return `refund:${row?.id}`
}

test('an order is explained while it waits, after it was cancelled and when it is paid', async () => {
  const payer = await aPayer(shop.server)
  const open = await buy(payer)
  const waiting = await explained(payer, `order:${open.userProductId}`)
  await update(payer, { ...open, productId: shop.packId }, { status: 'CANCELLED' })
  const cancelled = await explained(payer, `order:${open.userProductId}`)
  const { payer: other, bought } = await packBought()
  const granted = await explained(other, `order:${bought.userProductId}`)

  expect(waiting).toMatchObject({
    rule: 'purchase',
    outcome: 'PENDING',
    name: '500 XP',
    inputs: { price: '5', symbol: 'USDS' },
    next: { kind: 'TIME' },
    links: [{ kind: 'ORDER', id: String(open.userProductId) }, { kind: 'SEASON' }],
  })
  expect(cancelled).toMatchObject({ outcome: 'CANCELLED', next: null })
  expect(granted).toMatchObject({ rule: 'purchase', outcome: 'GRANTED', equalsLedger: true })
  const foreign = await payer.call('explanation.mine', {
    params: { entryId: `order:${bought.userProductId}` },
  })
  expect(foreign.code).toBe(Code.NOT_FOUND)
})

test('an order without a payment in time failed because it expired', async () => {
  const { server } = shop
  const payer = await aPayer(server)
  const open = await buy(payer)
  server.clock.advance(40 * MINUTE_MS)
  await advanceChains(server)

  const why = await explained(payer, `order:${open.userProductId}`)

  expect(why).toMatchObject({ outcome: 'FAILED', inputs: { failure: 'EXPIRED' } })
})

test('a refund is explained while it waits and with the outcome of the rule', async () => {
  const { server, seasonId } = shop
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${seasonId}`)
  const bought = await buy(payer, ticketsId)
  await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
  const waiting = await explained(payer, await refundOf(payer))
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, 1)
  const given = await explained(payer, await refundOf(payer))
  const spender = await aPayer(server)
  await give(server, spender.userId, 'XP', 1000n, `season:${seasonId}`)
  const kept = await buy(spender, ticketsId)
  await requestRefund(spender, kept, { type: 'UNCREDITED' })
  server.clock.advance(DAY_MS)
  await advanceChains(server, 1)
  await logInAgain(spender)
  const credited = await explained(spender, await refundOf(spender))

  expect(waiting).toMatchObject({
    rule: 'refund',
    outcome: 'WAITING',
    name: 'Three tickets',
    inputs: { type: 'CHANGE_OF_MIND', forOperator: false, price: '100' },
    next: { kind: 'TIME' },
  })
  expect(given).toMatchObject({ outcome: 'GIVEN_BACK', hiddenInputs: { state: 'COMPLETED' } })
  expect(credited).toMatchObject({ outcome: 'WAS_CREDITED', next: null })
  const other = await signUpMember(server)
  const foreign = await other.call('explanation.mine', {
    params: { entryId: await refundOf(spender) },
  })
  expect(foreign.code).toBe(Code.NOT_FOUND)
})

test('a package of credit is compared with the ledger', async () => {
  const { server, treasury } = shop
  const packageId = await aCreditPackage(server)
  const payer = await aPayer(server)
  const opened = await payer.call('credit.buy', { body: { packageId } })
  await payTokens(server, payer.wallet, treasury, 10_000_000n)
  await advanceChains(server)
  const entryId = `order:${opened.data?.orderId}`

  const granted = await explained(payer, entryId)
  await server.ctx.db.execute(sql`update orders set gives_credit = 101
    where id = ${opened.data?.orderId}`)
  const altered = await explained(payer, entryId)

  expect(granted).toMatchObject({ outcome: 'GRANTED', equalsLedger: true })
  expect(altered).toMatchObject({ outcome: 'GRANTED', equalsLedger: false })
})

test('a purchase whose payment the chain undid failed, and its reversal takes the goods back', async () => {
  const { server } = shop
  const { payer, bought } = await packBought()
  await chainOf(server).control.rollBack(6, 'drop')
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, 8)
  const [reversal] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select transaction_id as id from ledger_keys
      where key = ${`reversal:order:${bought.userProductId}`}`,
  )

  const history = await explained(payer, `history:${bought.historyId}`)
  const order = await explained(payer, `order:${bought.userProductId}`)
  const posting = await explained(payer, `ledger:${reversal?.id}`)

  const failed = {
    rule: 'purchase',
    outcome: 'FAILED',
    inputs: { failure: 'REVERSED' },
    sums: [],
    ledgerTransactionId: null,
    equalsLedger: null,
  }
  expect(history).toMatchObject(failed)
  expect(order).toMatchObject(failed)
  expect(posting).toMatchObject({
    outcome: 'FAILED',
    inputs: { failure: 'REVERSED' },
    sums: [{ unit: 'XP', parts: [{ part: 'GIVEN', amount: '-500' }], total: '-500' }],
    ledgerTransactionId: Number(reversal?.id),
  })
})
