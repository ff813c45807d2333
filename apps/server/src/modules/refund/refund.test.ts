import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import type { TestApp } from '#test/test-app.ts'
import { logInAgain } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPayer, aProduct, give, PACK_PRICE, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { pinHeader } from '#test/test-pin.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

const aText: unknown = expect.any(String)
const aHash: unknown = expect.stringMatching(/^0x[0-9a-f]{64}$/)

let shop: TokenShop
let server: TestApp
let treasury: `0x${string}`
let seasonId: number
let packId: number
let ticketsId: number
let operator: TestOperator
const { buy, packBought, requestRefund, shown, alertsOf, sentBack } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop({ stock: 100, perMember: 5 })
  ;({ server, treasury, seasonId, packId } = shop)
  ticketsId = await aProduct(server, seasonId, { stock: 100 })
  operator = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())

/** Buys three tickets for 100 of 1000 XP. */
async function ticketsBought() {
  const payer = await aPayer(server)
  await give(server, payer.userId, 'XP', 1000n, `season:${seasonId}`)
  return { payer, bought: await buy(payer, ticketsId) }
}

async function balances({ userId: member }: Payer): Promise<[xp: number, tickets: number]> {
  const scope = `season:${seasonId}`
  const xp = await balanceOf(server.ctx.db, { member, asset: 'XP', scope })
  const tickets = await balanceOf(server.ctx.db, { member, asset: 'TICKET', scope })
  return [Number(xp), Number(tickets)]
}

async function afterTheDelay(rounds = 1): Promise<void> {
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, rounds)
}

describe('a change of mind', () => {
  test('takes back the goods and returns the price after a minute', async () => {
    const { payer, bought } = await ticketsBought()
    const before = await shown(payer, bought)
    const refundReply = await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
    const requested = await shown(payer, bought)
    await afterTheDelay()

    expect(before).toMatchObject({
      refundable: true,
      refundTypes: ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'],
    })
    expect(refundReply.data).toMatchObject({
      historyId: bought.historyId,
      status: 'REFUND_REQUESTED',
      requestedAt: aText,
    })
    expect(requested).toMatchObject({
      status: 'REFUND_REQUESTED',
      refundable: false,
      refund: { type: 'CHANGE_OF_MIND', status: 'REFUND_REQUESTED', decidedAt: null },
    })
    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refundTypes: [],
      refund: { status: 'REFUND_COMPLETED', outcome: 'REFUNDED', decidedAt: aText },
    })
    expect(await balances(payer)).toEqual([1000, 0])
    const { data } = await payer.call('history.list', {
      params: { seasonId },
      query: { tab: 'Purchased' },
    })
    expect(data?.list[0]).toMatchObject({ kind: 'REFUND', title: 'Refund', xp: 100, tickets: -3 })
    expect(await alertsOf(payer)).toEqual(['PURCHASE_SUCCESS', 'REFUND_SUBMIT', 'REFUND_COMPLETE'])
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('returns tokens to the wallet that paid, even if another one is registered now', async () => {
    const { payer, bought } = await packBought()
    await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
    await payer.call(
      'wallet.disconnect',
      { params: { address: payer.wallet.address } },
      await pinHeader(payer, '135790', 'WALLET_DISCONNECT'),
    )
    const other = aWallet()
    await registerWallet(payer, other)
    await afterTheDelay()
    const onItsWay = await shown(payer, bought)
    const [xpTaken] = await balances(payer)
    await advanceChains(server)

    expect(onItsWay).toMatchObject({ status: 'REFUND_REQUESTED', refund: { outcome: 'REFUNDED' } })
    expect(xpTaken).toBe(0)
    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refund: { txHash: aHash },
    })
    expect(await sentBack(payer)).toEqual([PACK_PRICE])
    expect(await transfersBetween(server, treasury, other.address)).toEqual([])
    const product = await payer.call('product.show', { params: { seasonId, productId: packId } })
    expect(product.data).toMatchObject({ bought: 0 })
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('is refused when the goods are spent, or after seven days', async () => {
    const { payer, bought } = await ticketsBought()
    const spender = await ticketsBought()
    const missionId = 2
    await spender.payer.call('mission.execute', { params: { seasonId, missionId }, body: {} })
    await spender.payer.call('mission.execute', { params: { seasonId, missionId }, body: {} })
    const spent = await requestRefund(spender.payer, spender.bought, { type: 'CHANGE_OF_MIND' })
    server.clock.advance(7 * DAY_MS)
    await logInAgain(payer)
    const late = await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })

    for (const reply of [spent, late]) {
      expect(reply).toMatchObject({
        code: Code.REFUND_NOT_ALLOWED,
        data: { allowed: ['UNCREDITED', 'OTHER'] },
      })
    }
    expect(await shown(payer, bought)).toMatchObject({ status: 'COMPLETED', refundable: true })
  })

  test('is rejected when the goods are spent before the decision, and nothing is taken', async () => {
    const { payer, bought } = await ticketsBought()
    await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
    const trade = await aProduct(server, seasonId, {
      payType: 'TICKET',
      price: 3n,
      givesXp: 10,
      givesTickets: 0,
    })
    await buy(payer, trade)
    await afterTheDelay()

    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_REJECTED',
      refund: { outcome: 'SPENT' },
    })
    expect(await balances(payer)).toEqual([910, 0])
  })

  test('can be requested once, and returns the same response when repeated', async () => {
    const { payer, bought } = await ticketsBought()
    const params = { seasonId, historyId: bought.historyId }
    const body = { type: 'CHANGE_OF_MIND' } as const
    const headers = { 'idempotency-key': 'once' }
    const first = await payer.call('refund.request', { params, body }, headers)
    const again = await payer.call('refund.request', { params, body }, headers)
    const other = await requestRefund(payer, bought, { type: 'OTHER', reason: 'Please' })

    expect(again.data).toEqual(first.data)
    expect(other.code).toBe(Code.REFUND_ALREADY_REQUESTED)
  })
})

describe('a request for an uncredited payment', () => {
  test('polls the chain first and credits a valid payment', async () => {
    const payer = await aPayer(server)
    const bought = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await requestRefund(payer, bought, { type: 'UNCREDITED', txHash })
    await afterTheDelay(5)
    server.clock.advance(15_000)
    await advanceChains(server, 2)

    expect(await shown(payer, bought)).toMatchObject({
      status: 'COMPLETED',
      refund: { status: 'REFUND_REJECTED', outcome: 'CREDITED' },
      txHash,
    })
    expect(await balances(payer)).toEqual([500, 0])
    expect(await sentBack(payer)).toEqual([])
    expect(await alertsOf(payer)).toEqual(['REFUND_SUBMIT', 'PURCHASE_SUCCESS'])
  })

  test('refunds a payment for a cancelled order', async () => {
    const payer = await aPayer(server)
    const bought = await buy(payer)
    const { productId, userProductId } = bought
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await payer.call('product.updateOrder', {
      params: { seasonId, productId, userProductId },
      body: { status: 'CANCELLED' },
    })
    await requestRefund(payer, bought, { type: 'UNCREDITED', txHash })
    await afterTheDelay(10)
    server.clock.advance(15_000)
    await advanceChains(server, 2)

    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refund: { outcome: 'REFUNDED' },
    })
    expect(await sentBack(payer)).toEqual([PACK_PRICE])
    expect(await balances(payer)).toEqual([0, 0])
    const { data } = await payer.call('history.list', {
      params: { seasonId },
      query: { tab: 'Purchased' },
    })
    expect(data?.list.map(({ historyId }) => historyId)).toEqual([bought.historyId])
    expect(await alertsOf(payer)).toEqual(['REFUND_SUBMIT', 'REFUND_COMPLETE'])
  })

  test('is reported as refunded only when the transfer is final', async () => {
    const payer = await aPayer(server)
    const bought = await buy(payer)
    const { productId, userProductId } = bought
    // The amount differs from the price, so it is refunded as an unmatched payment that the request
    // names.
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE + 1n)
    await payer.call('product.updateOrder', {
      params: { seasonId, productId, userProductId },
      body: { status: 'CANCELLED' },
    })
    await requestRefund(payer, bought, { type: 'UNCREDITED', txHash })
    const { worker } = server
    const observed: { completed: number; sent: number }[] = []
    for (let round = 0; round < 12; round += 1) {
      await afterTheDelay(1)
      await worker.runDue()
      const completed = (await alertsOf(payer)).filter((code) => code === 'REFUND_COMPLETE').length
      observed.push({ completed, sent: (await sentBack(payer)).length })
    }

    expect(observed.filter(({ completed, sent }) => completed > 0 && sent === 0)).toEqual([])
    expect(observed.at(-1)).toEqual({ completed: 2, sent: 1 })
    expect((await alertsOf(payer)).toSorted()).toEqual([
      'REFUND_COMPLETE',
      'REFUND_COMPLETE',
      'REFUND_SUBMIT',
      'REFUND_SUBMIT',
    ])
    expect(await shown(payer, bought)).toMatchObject({ status: 'REFUND_COMPLETED' })
  })

  test('is rejected when nothing was paid, or when the purchase was credited', async () => {
    const payer = await aPayer(server)
    const unpaid = await buy(payer)
    await requestRefund(payer, unpaid, { type: 'UNCREDITED' })
    const tickets = await ticketsBought()
    await requestRefund(tickets.payer, tickets.bought, { type: 'UNCREDITED' })
    await afterTheDelay()

    expect(await shown(payer, unpaid)).toMatchObject({
      status: 'REFUND_REJECTED',
      refund: { outcome: 'NOTHING_PAID' },
    })
    expect(await shown(tickets.payer, tickets.bought)).toMatchObject({
      status: 'REFUND_REJECTED',
      refund: { outcome: 'WAS_CREDITED' },
    })
    expect(await balances(tickets.payer)).toEqual([900, 3])
    expect(await alertsOf(payer)).toEqual(['REFUND_SUBMIT', 'REFUND_REJECTED'])
  })
})

describe('a request that needs an operator', () => {
  test('requires a reason, waits for an operator, and is granted with a note', async () => {
    const { payer, bought } = await packBought()
    const silent = await requestRefund(payer, bought, { type: 'OTHER' })
    const blank = await requestRefund(payer, bought, { type: 'OTHER', reason: '   ' })
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'It was meant for my sister' })
    await afterTheDelay()
    const queue = await operator.call('refund.queue', { query: {} })
    const [waiting] = queue.data?.list.filter(({ userId }) => userId === payer.userId) ?? []
    const refundId = waiting?.refundId ?? 0
    const decided = await operator.call('refund.decide', {
      params: { refundId },
      body: { approve: true, note: 'As an exception' },
    })
    const again = await operator.call('refund.decide', {
      params: { refundId },
      body: { approve: false, note: 'No' },
    })
    await advanceChains(server)

    expect([silent.code, blank.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
    expect(waiting).toMatchObject({
      type: 'OTHER',
      reason: 'It was meant for my sister',
      state: 'REQUESTED',
      price: '5 USDS',
    })
    expect(decided.data).toMatchObject({ state: 'APPROVED' })
    expect(again.code).toBe(Code.REFUND_ALREADY_REQUESTED)
    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refund: {
        outcome: 'REFUNDED',
        note: 'As an exception',
        reason: 'It was meant for my sister',
      },
    })
    expect(await sentBack(payer)).toEqual([PACK_PRICE])
    expect(await balances(payer)).toEqual([0, 0])
    const audit = await rowsOf<{ data: unknown }>(
      server.ctx.db,
      sql`select data from audit_entries where action = 'refund.decide' and subject = ${`refund:${refundId}`}`,
    )
    expect(audit).toHaveLength(1)
  })

  test("is declined with the operator's note, and no balance changes", async () => {
    const { payer, bought } = await ticketsBought()
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'No reason' })
    const queue = await operator.call('refund.queue', { query: {} })
    const [waiting] = queue.data?.list.filter(({ userId }) => userId === payer.userId) ?? []
    await operator.call('refund.decide', {
      params: { refundId: waiting?.refundId ?? 0 },
      body: { approve: false, note: 'The tickets were used' },
    })

    expect(await shown(payer, bought)).toMatchObject({
      status: 'REFUND_REJECTED',
      refund: { outcome: 'DECLINED', note: 'The tickets were used' },
    })
    expect(await alertsOf(payer)).toEqual(['PURCHASE_SUCCESS', 'REFUND_SUBMIT', 'REFUND_REJECTED'])
    expect(await balances(payer)).toEqual([900, 3])
  })

  test('loses its texts when the account is deleted', async () => {
    const { payer, bought } = await ticketsBought()
    await requestRefund(payer, bought, { type: 'OTHER', reason: 'I am Mina and I live next door' })
    await payer.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(payer, '135790', 'ACCOUNT_DELETE'),
    )
    const kept = await rowsOf<{ reason: string | null }>(
      server.ctx.db,
      sql`select reason from refunds where member_id = ${payer.userId}`,
    )

    expect(kept).toEqual([{ reason: null }])
  })

  test('is refused for an entry that is not a purchase', async () => {
    const payer = await aPayer(server)
    const { data } = await payer.call('mission.execute', {
      params: { seasonId, missionId: 3 },
      body: {},
    })
    const reply = await requestRefund(
      payer,
      { historyId: data?.historyId ?? 0 },
      { type: 'UNCREDITED' },
    )

    expect(reply).toMatchObject({
      code: Code.REFUND_NOT_ALLOWED,
      data: { reason: 'NOT_A_PURCHASE' },
    })
    expect((await requestRefund(payer, { historyId: 999_999 }, { type: 'UNCREDITED' })).code).toBe(
      Code.NOT_FOUND,
    )
  })
})
