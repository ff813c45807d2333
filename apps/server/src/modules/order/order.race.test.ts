import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { runPayouts } from '#/modules/payout/payout-sign.service.ts'
import { payoutPurposes } from '#/payout-purposes.ts'
import { buyProduct } from '#/modules/product/product.service.ts'
import { openUnmatchedRefund } from '#/modules/refund/refund.service.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason } from '#test/test-season.ts'
import { anXpPack, aPayer, aProduct, give, PACK_PRICE, payTokens } from '#test/test-shop.ts'
import { fundTreasury, advanceChains, makeGasFree, transfersBetween } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { watchPayments } from './order-watch.service.ts'

const PARALLEL = 100

let server: TestApp
let treasury: `0x${string}`
let seasonId: number
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  await makeGasFree(server)
  seasonId = (await aSeason(server)).seasonId
})
afterAll(() => server.close())

const times = <Result>(run: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: PARALLEL }, (_, at) => run(at)))

test('sells limited stock exactly once under a hundred concurrent purchases', async () => {
  const payer = await aPayer(server)
  const scope = `season:${seasonId}`
  await give(server, payer.userId, 'XP', 1000n, scope)
  const productId = await aProduct(server, seasonId, { stock: 7 })
  const params = { seasonId, productId }
  const replies = await times(() => payer.call('product.buy', { params, body: {} }))
  // Advance a minute, because purchases are rate-limited per minute.
  server.clock.advance(60_000)
  const limited = await aProduct(server, seasonId, { perMember: 2, price: 1n })
  const few = await times(() =>
    payer.call('product.buy', { params: { seasonId, productId: limited }, body: {} }),
  )
  server.clock.advance(60_000)
  const third = await aProduct(server, seasonId)
  const keyed = await times(() =>
    payer.call(
      'product.buy',
      { params: { seasonId, productId: third }, body: {} },
      { 'idempotency-key': 'one request' },
    ),
  )

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(7)
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0, Code.PRODUCT_UNAVAILABLE]))
  expect(few.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(new Set(keyed.map(({ data }) => data?.userProductId)).size).toBe(1)
  expect(await balanceOf(server.ctx.db, { member: payer.userId, asset: 'XP', scope })).toBe(
    1000n - 7n * 100n - 2n - 100n,
  )
  expect(await checkLedger(server.ctx.db)).toEqual([])
})

test('sells unlimited products concurrently without blocking', async () => {
  const { ctx } = server
  const members = await insertMembers(ctx.db, 2)
  for (const member of members) await give(server, member, 'XP', 100n, `season:${seasonId}`)
  const productId = await aProduct(server, seasonId)
  const buy = (tx: Db, memberId: number) =>
    buyProduct(tx, ctx, { memberId, seasonId, productId, quantity: 1 }, { kind: 'not-required' })

  const [first, second] = await ctx.db.transaction(async (tx) => {
    const begun = await buy(tx, members[0] ?? 0)
    const meanwhile = await ctx.db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '20s'`)
      return buy(other, members[1] ?? 0)
    })
    return [begun, meanwhile]
  })

  expect([first?.status, second?.status]).toEqual(['COMPLETED', 'COMPLETED'])
})

test('credits a payment once and refunds it with one transfer under concurrent workers', async () => {
  const payer = await aPayer(server)
  const productId = await anXpPack(server, seasonId)
  const { data } = await payer.call('product.buy', { params: { seasonId, productId }, body: {} })
  await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  await payTokens(server, payer.wallet, treasury, 2n * PACK_PRICE)
  await chainOf(server).control.mine(4)
  const eight = <Result>(run: () => Promise<Result>) =>
    Promise.all(Array.from({ length: 8 }, () => run()))
  await eight(() => watchPayments(server.ctx, 31_337, openUnmatchedRefund))
  await eight(() => runPayouts(server.ctx, payoutPurposes, 31_337))
  const refunds = await eight(() =>
    payer.call('refund.request', {
      params: { seasonId, historyId: data?.historyId ?? 0 },
      body: { type: 'CHANGE_OF_MIND' },
    }),
  )
  server.clock.advance(60_000)
  await eight(() => server.worker.runDue())
  await advanceChains(server)

  expect(refunds.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    0,
    ...Array.from({ length: 7 }, () => Code.REFUND_ALREADY_REQUESTED),
  ])
  expect(await transfersBetween(server, treasury, payer.wallet.address)).toEqual([
    2n * PACK_PRICE,
    PACK_PRICE,
  ])
  const nonces = await rowsOf(
    server.ctx.db,
    sql`select nonce from payouts group by nonce having count(*) > 1`,
  )
  expect(nonces).toEqual([])
  expect(await checkLedger(server.ctx.db)).toEqual([])
})
