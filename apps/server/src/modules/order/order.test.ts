import { encodeDeployData, type Abi } from 'viem'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { STABLE_TOKEN } from '@solstice/devnet/genesis'
import { MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import type { TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import {
  aCreditPackage,
  anXpPack,
  aPayer,
  PACK_PRICE,
  payTokens,
  type Payer,
} from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { chainOf, sendFrom } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'

const aText: unknown = expect.any(String)

let shop: TokenShop
let server: TestApp
let treasury: `0x${string}`
let seasonId: number
const { buy, update, shown, alertsOf, xpOf, sentBack } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server, treasury, seasonId } = shop)
})
afterAll(() => server.close())

async function purchases(payer: Payer) {
  const params = { seasonId }
  const { data } = await payer.call('history.list', { params, query: { tab: 'Purchased' } })
  return data?.list ?? []
}

/** Expects every payment to be either credited or refunded, never both. */
async function checkPayments(): Promise<void> {
  const wrong = await rowsOf(
    server.ctx.db,
    sql`select p.id from payments p left join orders o on o.id = p.order_id
      left join refunds r on r.payment_id = p.id
      where (p.state = 'CREDITED') <> (p.state <> 'SEEN' and r.id is null and p.state <> 'FOREIGN' and p.state <> 'REVERSED')
        or (p.state = 'CREDITED' and o.state not in ('COMPLETED', 'REFUNDED'))`,
  )
  expect(wrong).toEqual([])
  expect(await checkLedger(server.ctx.db)).toEqual([])
}

describe('an order paid on chain', () => {
  test('returns price, payee and expiry, follows its transaction and is credited when final', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    const updated = await update(payer, order, { txHash })
    const waiting = await shown(payer, order)
    await advanceChains(server, 1)
    const seen = await shown(payer, order)
    const cancelled = await update(payer, order, { status: 'CANCELLED' })
    await advanceChains(server)
    const again = await update(payer, order, { txHash })

    expect(order).toMatchObject({
      status: 'PENDING',
      payType: 'TOKEN',
      price: '5',
      payTo: treasury,
      expiresAt: aText,
      txHash: null,
      payment: { payFrom: payer.wallet.address, chainId: 31_337, confirmationsNeeded: 3 },
      xpBalance: 0,
    })
    expect(Date.parse(order.expiresAt ?? '')).toBeGreaterThan(server.clock.now.getTime())
    expect(updated.data).toMatchObject({ status: 'PENDING', txHash })
    expect(waiting).toMatchObject({ status: 'PENDING', xp: 0, payment: { confirmations: 0 } })
    expect(seen).toMatchObject({ status: 'PENDING', payment: { confirmations: 1, txHash } })
    expect(cancelled).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'ORDER_CLOSED' },
    })
    expect(await shown(payer, order)).toMatchObject({
      status: 'COMPLETED',
      title: '500 XP',
      xp: 500,
      txHash,
      payment: { confirmations: 3 },
    })
    expect(again.data).toMatchObject({ status: 'COMPLETED', xpBalance: 500 })
    expect(await xpOf(payer)).toBe(500n)
    expect(await alertsOf(payer)).toEqual(['PURCHASE_SUCCESS'])
    await checkPayments()
  })

  test('is paid without naming the transaction, the older of two equal orders first', async () => {
    const payer = await aPayer(server)
    const first = await buy(payer)
    const second = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)

    expect(await shown(payer, first)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await shown(payer, second)).toMatchObject({ status: 'PENDING', txHash: null })
    expect(await xpOf(payer)).toBe(500n)
    await checkPayments()
  })

  test('is paid by the transaction named for it when two orders are equal', async () => {
    const payer = await aPayer(server)
    const first = await buy(payer)
    const second = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await update(payer, second, { txHash })
    await advanceChains(server)

    expect(await shown(payer, first)).toMatchObject({ status: 'PENDING' })
    expect(await shown(payer, second)).toMatchObject({ status: 'COMPLETED', txHash })
  })

  test('is paid in the coin of the network, which is found in the blocks', async () => {
    const productId = await anXpPack(server, seasonId, { contract: null, price: 10n ** 15n })
    const payer = await aPayer(server)
    const order = await buy(payer, productId)
    const txHash = await sendFrom(payer.wallet, chainOf(server), {
      to: treasury,
      value: 10n ** 15n,
    })
    await advanceChains(server)

    expect(order).toMatchObject({ price: '0.001', payment: { tokenSymbol: 'ETH' } })
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await xpOf(payer)).toBe(500n)
    await checkPayments()
  })

  test('for credit raises the balance and shows its status', async () => {
    const packageId = await aCreditPackage(server)
    const payer = await aPayer(server)
    const before = await payer.call('credit.show', {})
    const opened = await payer.call('credit.buy', { body: { packageId } })
    const orderId = opened.data?.orderId ?? 0
    const txHash = await payTokens(server, payer.wallet, treasury, 10_000_000n)
    const updated = await payer.call('credit.updateOrder', {
      params: { orderId },
      body: { txHash },
    })
    await advanceChains(server)
    const after = await payer.call('credit.show', {})

    expect(before.data).toMatchObject({ balance: 0, orders: [] })
    expect(before.data?.packages).toContainEqual(
      expect.objectContaining({
        packageId,
        credit: 100,
        price: '10',
        symbol: 'USDS',
        payTo: treasury,
      }),
    )
    expect(opened.data).toMatchObject({
      status: 'PENDING',
      price: '10',
      payTo: treasury,
      balance: 0,
    })
    expect(updated.data).toMatchObject({ status: 'SUBMITTED' })
    expect(after.data).toMatchObject({ balance: 100, orders: [{ orderId, status: 'COMPLETED' }] })
    expect((await payer.call('credit.buy', { body: { packageId: 999_999 } })).code).toBe(
      Code.NOT_FOUND,
    )
    await checkPayments()
  })

  test('requires a wallet and a reachable network', async () => {
    const withoutWallet = await signUpMember(server)
    const payer = await aPayer(server)
    const params = { seasonId, productId: shop.packId }
    const walletless = await withoutWallet.call('product.buy', { params, body: {} })
    chainOf(server).node.setFault('*', { kind: 'down', status: 503 })
    const silent = await payer.call('product.buy', { params, body: {} })
    chainOf(server).node.clearFaults()

    expect(walletless).toMatchObject({ code: 2204, msg: 'We couldn’t find this wallet.' })
    expect(silent).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'NETWORK_DOWN' },
    })
    expect(await purchases(payer)).toEqual([])
    server.clock.advance(10_000)
    await advanceChains(server, 1)
  })

  test('can be cancelled while unpaid, which releases its stock', async () => {
    const productId = await anXpPack(server, seasonId, { stock: 1 })
    const [payer, other] = [await aPayer(server), await aPayer(server)]
    const order = await buy(payer, productId)
    const taken = await other.call('product.buy', { params: { seasonId, productId }, body: {} })
    // The transaction is named but was never sent, so it is not a payment.
    await update(payer, order, { txHash: `0x${'2'.repeat(64)}` })
    const cancelled = await update(payer, order, { status: 'CANCELLED' })
    const again = await update(payer, order, { status: 'CANCELLED' })
    const late = await update(payer, order, { txHash: `0x${'1'.repeat(64)}` })
    await buy(other, productId)

    expect(taken).toMatchObject({ code: Code.PRODUCT_UNAVAILABLE, data: { reason: 'SOLD_OUT' } })
    expect([cancelled.data?.status, again.data?.status]).toEqual(['CANCELLED', 'CANCELLED'])
    expect(late).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'ORDER_CLOSED' },
    })
    expect(await shown(payer, order)).toMatchObject({ status: 'CANCELLED' })
  })

  test('is not found under another season, product or member', async () => {
    const [payer, other] = [await aPayer(server), await aPayer(server)]
    const order = await buy(payer)
    const { seasonId: another } = await aSeason(server, { startsInDays: 200 })
    const { userProductId } = order
    const body = { status: 'CANCELLED' } as const
    const ids = [
      { seasonId: another, productId: shop.packId, userProductId },
      { seasonId, productId: shop.packId + 1, userProductId },
    ]

    for (const params of ids) {
      expect((await payer.call('product.updateOrder', { params, body })).code).toBe(Code.NOT_FOUND)
    }
    expect((await update(other, order, body)).code).toBe(Code.NOT_FOUND)
    expect(await shown(payer, order)).toMatchObject({ status: 'PENDING' })
  })
})

describe('a transfer that does not pay an order', () => {
  test('is refused with the reason when named, and the order stays open', async () => {
    const [payer, other] = [await aPayer(server), await aPayer(server)]
    // The scan of payments starts with the first order.
    await buy(await aPayer(server))
    await advanceChains(server, 1)
    const before = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    const order = await buy(payer)
    const wrongAmount = await payTokens(server, payer.wallet, treasury, PACK_PRICE - 1n)
    const others = await payTokens(server, other.wallet, treasury, PACK_PRICE)
    const elsewhere = await payTokens(server, payer.wallet, other.wallet.address, PACK_PRICE)
    const reverted = await payTokens(server, payer.wallet, treasury, 10n ** 30n)
    await chainOf(server).control.mine(1)
    const answers = []
    for (const txHash of [before, wrongAmount, others, elsewhere, reverted]) {
      answers.push(await update(payer, order, { txHash }))
    }
    await advanceChains(server)

    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 2406, msg: 'We couldn’t verify your payment.' })
    }
    expect(answers.map(({ data }) => data)).toEqual([
      { reason: 'BEFORE_ORDER' },
      { reason: 'OTHER_PAYMENT' },
      { reason: 'OTHER_PAYMENT' },
      { reason: 'OTHER_PAYMENT' },
      { reason: 'REVERTED' },
    ])
    expect(await shown(payer, order)).toMatchObject({ status: 'PENDING', txHash: null })
    expect(await xpOf(payer)).toBe(0n)
    // Transfers that reached the treasury are refunded to their senders.
    await advanceChains(server)
    expect(await sentBack(payer)).toEqual([PACK_PRICE, PACK_PRICE - 1n])
    expect(await sentBack(other)).toEqual([PACK_PRICE])
    await checkPayments()
  })

  test('in another token with the same name and symbol is ignored', async () => {
    const payer = await aPayer(server)
    const chain = chainOf(server)
    const data = encodeDeployData({
      abi: STABLE_TOKEN.abi as Abi, // The ABI as the compiler wrote it.
      bytecode: STABLE_TOKEN.bytecode,
      args: ['Solstice Dollar', 'USDS', 6, 1000n],
    })
    const deployment = await sendFrom(payer.wallet, chain, { data })
    await chain.control.mine(1)
    const receipt = await chain.node.call('eth_getTransactionReceipt', [deployment])
    const { contractAddress: token } = receipt as { contractAddress: `0x${string}` }
    const order = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE, { token })
    const updated = await update(payer, order, { txHash })
    await advanceChains(server)

    expect(updated.data?.status).toBe('PENDING')
    expect(await shown(payer, order)).toMatchObject({ status: 'FAILED' })
    expect(await xpOf(payer)).toBe(0n)
    expect(await alertsOf(payer)).toEqual(['PURCHASE_FAIL'])
    await checkPayments()
  })

  test('on another chain is refunded on that chain', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    // This token has other decimals; the displayed amount is the same.
    const amount = 5n * 10n ** 18n
    await payTokens(server, payer.wallet, treasury, amount, { chainId: 31_338 })
    await buy(
      payer,
      await anXpPack(server, seasonId, {
        chainId: 31_338,
        contract: chainOf(server, 31_338).network.token.address,
        price: 7n * 10n ** 18n,
      }),
    )
    await advanceChains(server, 8)

    expect(await shown(payer, order)).toMatchObject({ status: 'PENDING' })
    expect(await sentBack(payer, 31_338)).toEqual([amount])
    expect(await xpOf(payer)).toBe(0n)
  })

  test('from another member never pays the order, however often it is named', async () => {
    const [payer, thief] = [await aPayer(server), await aPayer(server)]
    const [mine, theirs] = [await buy(payer), await buy(thief)]
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    const named = await update(thief, theirs, { txHash })
    await advanceChains(server)
    const after = await update(thief, await buy(thief), { txHash })

    expect(named.code).toBe(0)
    expect(after).toMatchObject({ code: Code.PAYMENT_UNVERIFIED })
    expect(await shown(payer, mine)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await shown(thief, theirs)).toMatchObject({ status: 'FAILED' })
    expect([await xpOf(payer), await xpOf(thief)]).toEqual([500n, 0n])
    await checkPayments()
  })

  test('after the expiry is refunded, and the history of the order shows it', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    server.clock.advance(30 * MINUTE_MS)
    await advanceChains(server, 1)
    await logInAgain(payer)
    const expired = await shown(payer, order)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    const updated = await update(payer, order, { txHash })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 4)
    const onItsWay = await shown(payer, order)
    await advanceChains(server, 6)

    expect(expired).toMatchObject({ status: 'FAILED' })
    expect(updated).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'ORDER_CLOSED' },
    })
    expect(onItsWay).toMatchObject({ status: 'REFUND_REQUESTED' })
    expect(await shown(payer, order)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refund: { status: 'REFUND_COMPLETED', outcome: 'REFUNDED', txHash: aText },
    })
    expect(await sentBack(payer)).toEqual([PACK_PRICE])
    expect(await xpOf(payer)).toBe(0n)
    expect(await alertsOf(payer)).toEqual(['REFUND_SUBMIT', 'REFUND_COMPLETE'])
    await checkPayments()
  })

  test('without an order is refunded and shown to a member; one from a stranger is kept', async () => {
    const payer = await aPayer(server)
    await buy(payer)
    const unmatchedHash = await payTokens(server, payer.wallet, treasury, 42_000_000n)
    await chainOf(server).faucet.send(treasury, { token: '3' })
    await advanceChains(server, 10)

    const [item] = (await purchases(payer)).filter(({ productId }) => productId === null)
    expect(item).toMatchObject({
      title: 'Unmatched payment',
      status: 'REFUND_COMPLETED',
      txHash: unmatchedHash,
      refundable: false,
    })
    expect(await shown(payer, { historyId: item?.historyId ?? 0 })).toMatchObject({
      payment: { price: '42', tokenSymbol: 'USDS', payFrom: payer.wallet.address },
      refund: { outcome: 'REFUNDED' },
    })
    expect(await sentBack(payer)).toEqual([42_000_000n])
    const foreign = await rowsOf(
      server.ctx.db,
      sql`select amount::text from payments where state = 'FOREIGN' and amount = 3000000`,
    )
    expect(foreign).toHaveLength(1)
    await checkPayments()
  })
})
