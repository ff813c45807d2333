import { encodeFunctionData, erc20Abi } from 'viem'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { findLane, setFrozen } from '#/modules/payout/treasury.queries.ts'
import { openUnmatchedRefund } from '#/modules/refund/refund.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import type { TestApp } from '#test/test-app.ts'
import { logInAgain } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { pinHeader } from '#test/test-pin.ts'
import { anXpPack, aPayer, PACK_PRICE, payTokens, type Payer } from '#test/test-shop.ts'
import { aSigner } from '#test/test-signer.ts'
import { advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { watchPayments } from './order-watch.service.ts'

const COIN_PRICE = 2n * 10n ** 16n

let shop: TokenShop
let server: TestApp
let treasury: `0x${string}`
let seasonId: number
let packId: number
let coinPackId: number
const { buy, update, shown, xpOf, sentBack } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server, treasury, seasonId, packId } = shop)
  coinPackId = await anXpPack(server, seasonId, { contract: null, price: COIN_PRICE })
})
afterAll(() => server.close())
beforeEach(() => chainOf(server).node.clearFaults())

const payCoin = ({ wallet }: Payer) =>
  sendFrom(wallet, chainOf(server), { to: treasury, value: COIN_PRICE })

const paymentsOf = (txHash: string) =>
  rowsOf<{ state: string; log_index: number }>(
    server.ctx.db,
    sql`select state, log_index from payments where tx_hash = ${txHash}`,
  )

describe('a payment whose block is replaced', () => {
  test('stays the same payment when another log precedes it in the new block', async () => {
    const [payer, other] = [await aPayer(server), await aPayer(server)]
    const { control, network } = chainOf(server)
    const order = await buy(payer)
    const args = [aWallet().address, 1n] as const
    const foreign = await sendFrom(other.wallet, chainOf(server), {
      to: network.token.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
    })
    await control.mine(1)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    const before = await paymentsOf(txHash)
    // Both transactions are now in one block, in the original order.
    await control.rollBack(2, 'requeue')
    await advanceChains(server, 6)
    const receipts = await Promise.all(
      [foreign, txHash].map((hash) =>
        chainOf(server).node.call('eth_getTransactionReceipt', [hash]),
      ),
    )

    expect(receipts).toMatchObject([
      { logs: [{ logIndex: '0x0' }] },
      { logs: [{ logIndex: '0x1' }] },
    ])
    expect(before).toEqual([{ state: 'SEEN', log_index: 0 }])
    expect(await paymentsOf(txHash)).toEqual([{ state: 'CREDITED', log_index: 0 }])
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
    expect([await xpOf(payer), await sentBack(payer)]).toEqual([500n, []])
  })

  test('is kept while one of several nodes does not know it yet', async () => {
    const payer = await aPayer(server)
    const { node, control } = chainOf(server)
    const order = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    await control.mine(4)
    node.setFault('eth_getTransactionReceipt', { kind: 'result', result: null })
    await advanceChains(server, 2)
    const silent = await paymentsOf(txHash)
    node.clearFaults()
    await advanceChains(server, 1)

    expect(silent).toEqual([{ state: 'SEEN', log_index: 0 }])
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
  })
})

describe('a node that is behind', () => {
  test('reverses nothing and freezes nothing', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    const { node } = chainOf(server)
    node.setFault('eth_blockNumber', { kind: 'result', result: '0x5' })
    node.setFault('eth_getBlockByNumber', { kind: 'result', result: null })
    node.setFault('eth_getTransactionReceipt', { kind: 'result', result: null })
    server.clock.advance(MINUTE_MS)
    await watchPayments(server.ctx, 31_337, openUnmatchedRefund)
    const behind = await findLane(server.ctx.db, 31_337)
    node.clearFaults()
    node.setFault('eth_getBlockByNumber', { kind: 'result', result: null })
    const halfBehind = await watchPayments(server.ctx, 31_337, openUnmatchedRefund).catch(
      (error: unknown) => error,
    )
    node.clearFaults()
    await advanceChains(server, 1)

    expect(behind?.frozenAt ?? null).toBeNull()
    expect(halfBehind).toBeDefined()
    expect((await findLane(server.ctx.db, 31_337))?.frozenAt ?? null).toBeNull()
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED' })
    expect(await xpOf(payer)).toBe(500n)
  })

  test('is distinguished from a rollback: payments that are mined again are kept', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    await chainOf(server).control.rollBack(5, 'requeue')
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 8)
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)

    expect((await findLane(server.ctx.db, 31_337))?.frozenAt ?? null).toBeNull()
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await paymentsOf(txHash)).toMatchObject([{ state: 'CREDITED' }])
    expect([await xpOf(payer), await sentBack(payer)]).toEqual([500n, []])
  })
})

describe('a payment in the coin of the network', () => {
  test('after the cancellation of its order is refunded without being named', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer, coinPackId)
    await update(payer, order, { status: 'CANCELLED' })
    server.clock.advance(61_000)
    await advanceChains(server, 1)
    const txHash = await payCoin(payer)
    server.clock.advance(61_000)
    await advanceChains(server, 5)
    server.clock.advance(61_000)
    await advanceChains(server, 6)

    expect(await paymentsOf(txHash)).toMatchObject([{ state: 'REFUNDED' }])
    expect(await shown(payer, order)).toMatchObject({ status: 'REFUND_COMPLETED', txHash })
  })

  test('further back than one poll reads is found before its order is closed', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer, coinPackId)
    const txHash = await payCoin(payer)
    await chainOf(server).control.mine(620)
    await advanceChains(server, 6)

    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await xpOf(payer)).toBe(500n)
  })

  test('that was no longer watched is found by the hash in a refund request', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer, coinPackId)
    await update(payer, order, { status: 'CANCELLED' })
    server.clock.advance(25 * 60 * MINUTE_MS)
    await logInAgain(payer)
    const txHash = await payCoin(payer)
    await advanceChains(server, 5)
    const unseen = await paymentsOf(txHash)
    const { historyId } = order
    await payer.call('refund.request', {
      params: { seasonId, historyId },
      body: { type: 'UNCREDITED', txHash },
    })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 6)
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 3)

    expect(unseen).toEqual([])
    expect(await paymentsOf(txHash)).toMatchObject([{ state: 'REFUNDED' }])
    expect(await shown(payer, order)).toMatchObject({
      status: 'REFUND_COMPLETED',
      refund: { outcome: 'REFUNDED' },
    })
  })
})

describe('the terms of an order', () => {
  test('apply to its payee account after the treasury key has changed', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    const { treasury: old } = server.ctx
    const ctx = { ...server.ctx, treasury: aSigner(server.ctx).signer }
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    for (let poll = 0; poll < 4; poll += 1) {
      await chainOf(server).control.mine(1)
      await watchPayments(ctx, 31_337, openUnmatchedRefund)
    }

    expect(old?.address).toBe(treasury)
    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
  })

  test('apply to its token after the token was disabled', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    const { address } = chainOf(server).network.token
    const turn = (on: boolean) =>
      server.ctx.db.execute(sql`update contracts set enabled = ${on}
        where lower(address) = ${address.toLowerCase()}`)
    await turn(false)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    await turn(true)

    expect(await shown(payer, order)).toMatchObject({ status: 'COMPLETED', txHash })
  })

  test('end with its expiry: a later payment is refunded, even if processed late', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    server.clock.advance(3 * 60 * MINUTE_MS)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 10)
    await logInAgain(payer)

    expect(await shown(payer, order)).toMatchObject({ status: 'REFUND_COMPLETED' })
    expect([await xpOf(payer), await sentBack(payer)]).toEqual([0n, [PACK_PRICE]])
  })

  test('end with the account deletion: the payment is refunded to the wallet', async () => {
    const [payer, late] = [await aPayer(server), await aPayer(server)]
    for (const each of [payer, late]) await buy(each)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    for (const each of [payer, late]) {
      const pin = await pinHeader(each, '135790', 'ACCOUNT_DELETE')
      await each.call('account.delete', { body: { reason: 'PRIVACY', agreed: true } }, pin)
    }
    await payTokens(server, late.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 10)

    expect(await sentBack(payer)).toEqual([PACK_PRICE])
    expect(await sentBack(late)).toEqual([PACK_PRICE])
    expect([await xpOf(payer), await xpOf(late)]).toEqual([0n, 0n])
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })
})

describe('a transaction named for orders', () => {
  test('credits one order of its payer when two members name it for two products each', async () => {
    const expensiveId = await anXpPack(server, seasonId, { givesXp: 900 })
    const [payer, thief] = [await aPayer(server), await aPayer(server)]
    const mine = [await buy(payer), await buy(payer, expensiveId)]
    const theirs = [await buy(thief), await buy(thief, expensiveId)]
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    const named = []
    for (const order of theirs) named.push(await update(thief, order, { txHash }))
    for (const order of mine) named.push(await update(payer, order, { txHash }))
    await advanceChains(server, 6)
    const after = []
    for (const order of theirs) after.push(await update(thief, order, { txHash }))
    for (const order of mine) after.push((await shown(payer, order)).status)

    expect(named.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(await xpOf(payer)).toBe(500n)
    expect(await xpOf(thief)).toBe(0n)
    expect(await paymentsOf(txHash)).toEqual([{ state: 'CREDITED', log_index: 0 }])
    expect(await sentBack(payer)).toEqual([])
    expect(await checkLedger(server.ctx.db)).toEqual([])
    expect(after.slice(2)).toEqual(['COMPLETED', 'PENDING'])
  })

  test('does not block the cancellation of an order if it does not exist', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    await update(payer, order, { txHash: `0x${'1'.repeat(64)}` })
    const cancelled = await update(payer, order, { status: 'CANCELLED' })
    const paid = await buy(payer)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    const refused = await update(payer, paid, { status: 'CANCELLED' })

    expect(cancelled.data).toMatchObject({ status: 'CANCELLED' })
    expect(refused).toMatchObject({ code: 2403, data: { reason: 'ORDER_CLOSED' } })
    await advanceChains(server)
    expect(await xpOf(payer)).toBe(500n)
  })

  test('from an unregistered wallet is refunded by an operator after a member names it', async () => {
    const payer = await aPayer(server)
    const exchange = aWallet()
    await chainOf(server).faucet.send(exchange.address, { native: '1', token: '100' })
    await chainOf(server).control.mine(1)
    const order = await buy(payer)
    const txHash = await payTokens(server, exchange, treasury, PACK_PRICE)
    await advanceChains(server)
    const foreign = await paymentsOf(txHash)
    const { historyId } = order
    await payer.call('refund.request', {
      params: { seasonId, historyId },
      body: { type: 'UNCREDITED', txHash },
    })
    server.clock.advance(MINUTE_MS)
    await advanceChains(server, 1)
    const requests = await rowsOf<{ id: number; state: string; for_operator: boolean }>(
      server.ctx.db,
      sql`select r.id, r.state, r.for_operator from refunds r join payments p on p.id = r.payment_id
        where p.tx_hash = ${txHash}`,
    )

    expect(foreign).toMatchObject([{ state: 'FOREIGN' }])
    expect(requests).toMatchObject([{ state: 'REQUESTED', for_operator: true }])
    const finance = await anOperator(server, 'FINANCE')
    await finance.call('refund.decide', {
      params: { refundId: Number(requests[0]?.id) },
      body: { approve: true, note: 'The payment belongs to them' },
    })
    await advanceChains(server)
    expect(await transfersBetween(server, treasury, exchange.address)).toEqual([PACK_PRICE])
    expect(await shown(payer, order)).toMatchObject({ status: 'REFUND_COMPLETED' })
  })
})

describe('a chain rollback', () => {
  test('before finality credits nothing, and the payment is credited when mined again', async () => {
    const payer = await aPayer(server)
    const { control } = chainOf(server)
    const order = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 2)
    const seen = await shown(payer, order)
    await control.rollBack(2, 'drop')
    await advanceChains(server, 5)
    const dropped = await shown(payer, order)
    const paidAgain = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server, 1)
    await control.rollBack(1, 'requeue')
    await advanceChains(server, 5)

    expect(seen.payment).toMatchObject({ confirmations: 2, txHash })
    expect(dropped).toMatchObject({ status: 'PENDING', payment: { confirmations: 0 } })
    expect(await shown(payer, order)).toMatchObject({
      status: 'COMPLETED',
      txHash: paidAgain,
    })
    expect(await xpOf(payer)).toBe(500n)
    expect(await paymentsOf(paidAgain)).toEqual([{ state: 'CREDITED', log_index: 0 }])
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })

  test('beyond finality reverses the credit and freezes the treasury', async () => {
    const payer = await aPayer(server)
    const order = await buy(payer)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    const credited = await xpOf(payer)
    await chainOf(server).control.rollBack(6, 'drop')
    server.clock.advance(MINUTE_MS)
    // Until the chain has its previous length, it cannot be told apart from a node that is behind.
    await advanceChains(server, 8)
    const lane = await findLane(server.ctx.db, 31_337)
    const refused = await payer.call('product.buy', {
      params: { seasonId, productId: packId },
      body: {},
    })

    expect(credited).toBe(500n)
    expect(await xpOf(payer)).toBe(0n)
    expect(await shown(payer, order)).toMatchObject({ status: 'FAILED' })
    const alertList = await payer.call('alert.list', { query: {} })
    expect(alertList.data?.list).toMatchObject([
      { code: 'PURCHASE_FAIL', data: { seasonId, historyId: order.historyId } },
      { code: 'PURCHASE_SUCCESS', data: { seasonId, historyId: order.historyId } },
    ])
    expect(lane?.frozenFor).toContain('was final and is gone')
    expect(server.log.text).toContain('The treasury was frozen on a chain')
    expect(refused).toMatchObject({
      code: Code.PRODUCT_UNAVAILABLE,
      data: { reason: 'NETWORK_DOWN' },
    })
    await setFrozen(server.ctx.db, 31_337, undefined)
    expect(await checkLedger(server.ctx.db)).toEqual([])
  })
})
