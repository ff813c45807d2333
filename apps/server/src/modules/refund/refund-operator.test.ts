import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { advanceCheckpoint } from '#/platform/books/ledger-checkpoint.ts'
import { beginPartition, detachPartition, lastIdOf } from '#/platform/books/ledger-partitions.ts'
import type { TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPayer, aProduct, give, PACK_PRICE, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { findOpenRefund } from './open-refund.queries.ts'

let shop: TokenShop
let server: TestApp
let treasury: `0x${string}`
let seasonId: number
let finance: TestOperator
const { buy, packBought, requestRefund, shown, xpOf, sentBack } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server, treasury, seasonId } = shop)
  finance = await anOperator(server, 'FINANCE')
})
afterAll(() => server.close())

async function waitingOf({ userId }: Payer): Promise<number> {
  const { data } = await finance.call('refund.queue', { query: { size: 100 } })
  return data?.list.find((each) => each.userId === userId)?.refundId ?? 0
}

const decide = (refundId: number, approve: boolean) =>
  finance.call('refund.decide', {
    params: { refundId },
    body: { approve, note: 'Reviewed the case' },
  })

async function giveUpPayoutOf({ userId }: Payer): Promise<void> {
  const { data } = await finance.call('payout.list', { query: { userId } })
  await finance.call('payout.cancel', {
    params: { payoutId: data?.list[0]?.payoutId ?? 0 },
    body: { reason: 'Wrong way' },
  })
}

describe('a refund whose payout failed', () => {
  test('does not show the reason that a process of the earlier release wrote as its note', async () => {
    const { payer, bought } = await packBought()
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'Please' })
    const refundId = await waitingOf(payer)
    await server.ctx.db.execute(sql`update refunds set note = 'Suspicious' where id = ${refundId}`)

    const between = await shown(payer, bought)
    await decide(refundId, false)

    expect(between).toMatchObject({ refund: { note: null } })
  })

  test('cannot be declined, because the purchase was taken back, and is paid', async () => {
    const { payer, bought } = await packBought()
    await finance.call('payout.freeze', { body: { reason: 'To hold the payout' } })
    await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)
    await giveUpPayoutOf(payer)
    const declined = await decide(await waitingOf(payer), false)
    const between = await shown(payer, bought)
    const granted = await decide(await waitingOf(payer), true)
    await finance.call('payout.unfreeze', { body: { reason: 'Done' } })
    await advanceChains(server)

    expect(declined).toMatchObject({ code: 9992, data: { reason: 'GRANTED_BEFORE' } })
    // The reason of the payout is written for operators.
    expect(between).toMatchObject({ status: 'REFUND_REQUESTED', refund: { note: null } })
    expect(granted.data).toMatchObject({ state: 'APPROVED' })
    expect([await xpOf(payer), await sentBack(payer)]).toEqual([0n, [PACK_PRICE]])
    expect(await shown(payer, bought)).toMatchObject({ status: 'REFUND_COMPLETED' })
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('of an unmatched payment cannot be declined either', async () => {
    const payer = await aPayer(server)
    await finance.call('payout.freeze', { body: { reason: 'To hold the payout' } })
    await payTokens(server, payer.wallet, treasury, 9_000_000n)
    server.clock.advance(MINUTE_MS)
    await advanceChains(server)
    await giveUpPayoutOf(payer)
    const declined = await decide(await waitingOf(payer), false)
    await decide(await waitingOf(payer), true)
    await finance.call('payout.unfreeze', { body: { reason: 'Done' } })
    await advanceChains(server)

    expect(declined.code).toBe(9992)
    expect(await sentBack(payer)).toEqual([9_000_000n])
  })
})

test('refuses to grant a refund when the purchase was spent, and decides nothing', async () => {
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${seasonId}`)
  const bought = await buy(payer, await aProduct(server, seasonId))
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'Please' })
  const trade = { payType: 'TICKET', price: 3n, givesXp: 10, givesTickets: 0 } as const
  await buy(payer, await aProduct(server, seasonId, trade))
  const refundId = await waitingOf(payer)
  const granted = await decide(refundId, true)
  const between = await shown(payer, bought)
  const declined = await decide(refundId, false)

  expect(granted).toMatchObject({ code: 9992, data: { reason: 'SPENT' } })
  // The member never reads an answer that promises the money.
  expect(between).toMatchObject({ status: 'REFUND_REQUESTED', refund: { note: null } })
  expect(declined.data).toMatchObject({ state: 'REJECTED', outcome: 'DECLINED' })
  expect(await xpOf(payer)).toBe(910n)
  expect(await checkLedger(server.ctx.db)).toEqual([])
})

describe('a request that no rule can decide', () => {
  test('is shown to operators after an hour, who may decide it', async () => {
    const payer = await aPayer(server)
    const bought = await buy(payer)
    await requestRefund(payer, bought, { type: 'UNCREDITED', txHash: `0x${'1'.repeat(64)}` })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)
    const early = await waitingOf(payer)
    server.clock.advance(65 * MINUTE_MS)
    const refundId = await waitingOf(payer)
    const declined = await decide(refundId, false)

    expect(early).toBe(0)
    expect(declined.data).toMatchObject({ state: 'REJECTED', outcome: 'DECLINED' })
  })

  test('is left to operators when its job is given up', async () => {
    const payer = await aPayer(server)
    const bought = await buy(payer)
    await requestRefund(payer, bought, { type: 'UNCREDITED' })
    server.clock.advance(MINUTE_MS)
    chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
    await server.ctx.db.execute(sql`update jobs set attempts = 1000
      where kind = 'refund.decide' and done_at is null`)
    await server.worker.runDue()
    chainOf(server).node.clearFaults()
    const rows = await rowsOf<{ for_operator: boolean }>(
      server.ctx.db,
      sql`select for_operator from refunds where member_id = ${payer.userId}`,
    )

    expect(rows).toEqual([{ for_operator: true }])
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)
  })
})

test('does not treat a second refunded transfer as the payment of the purchase', async () => {
  const { payer, bought, txHash } = await packBought()
  // As left by one transaction with two transfers: one paid the purchase, the other was refunded.
  await server.ctx.db.execute(sql`with other as (
      insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, contract, payer,
        pay_to, amount, paid_at, state, member_id, seen_at, settled_at)
      select chain_id, tx_hash, 7, block_number, block_hash, contract, payer, pay_to, 3000000, paid_at,
        'REFUNDED', member_id, seen_at, settled_at from payments where tx_hash = ${txHash} returning id)
    insert into refunds (payment_id, member_id, type, tx_hash, state, for_operator, outcome, due_at,
      requested_at, decided_at)
    select id, ${payer.userId}, 'UNMATCHED', ${txHash}, 'COMPLETED', false, 'REFUNDED', now(), now(), now()
    from other`)
  await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, 6)

  expect([await xpOf(payer), await sentBack(payer)]).toEqual([0n, [PACK_PRICE]])
})

test('refuses an eleventh open order with the reason and a message', async () => {
  const payer = await aPayer(server)
  for (let order = 0; order < 10; order += 1) await buy(payer)
  const refused = await payer.call('product.buy', {
    params: { seasonId, productId: shop.packId },
    body: {},
  })

  expect(refused).toMatchObject({
    code: 2403,
    data: { reason: 'TOO_MANY_OPEN' },
    msg: 'This product isn’t available right now.',
  })
})

test('refuses to grant a refund when its season is archived, which can still be declined', async () => {
  const { ctx } = server
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${seasonId}`)
  const bought = await buy(payer, await aProduct(server, seasonId))
  await requestRefund(payer, bought, { type: 'OTHER', reason: 'Please' })
  await beginPartition(ctx.db, { period: 'next', at: ctx.now() })
  await advanceCheckpoint(ctx.db, { at: ctx.now() })
  await detachPartition(ctx.db, 0, ctx.now())
  const refundId = await waitingOf(payer)
  const openRefund = () => findOpenRefund(ctx.db, { postedUpTo: lastIdOf(0) })
  const openBefore = await openRefund()

  const granted = await decide(refundId, true)
  const declined = await decide(refundId, false)

  expect([openBefore, await openRefund()]).toEqual([refundId, undefined])
  expect(granted).toMatchObject({ code: 9992, data: { reason: 'SPENT' } })
  expect(declined.code).toBe(0)
  expect(await xpOf(payer)).toBe(900n)
  expect(await checkLedger(ctx.db)).toEqual([])
})
