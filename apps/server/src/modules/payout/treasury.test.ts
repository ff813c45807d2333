import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LOCAL_CAPS } from '@solstice/rules/payout'
import { rowsOf } from '#/platform/process/db.ts'
import type { TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPayer, aProduct, give, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains, setStableCaps, transfersBetween } from '#test/test-treasury.ts'
import { aWallet, chainOf } from '#test/test-wallet.ts'
import { openTokenShop } from '#test/token-shop.ts'

const aText: unknown = expect.any(String)

let server: TestApp
let treasury: `0x${string}`
let seasonId: number
let packId: number
let finance: TestOperator
let owner: TestOperator
beforeAll(async () => {
  ;({ server, treasury, seasonId, packId } = await openTokenShop())
  finance = await anOperator(server, 'FINANCE')
  owner = await anOperator(server)
})
afterAll(() => server.close())

/** Returns a payer whose unmatched payment must be refunded. */
async function aRefund(amount = 9_000_000n): Promise<Payer> {
  const payer = await aPayer(server)
  await payer.call('product.buy', { params: { seasonId, productId: packId }, body: {} })
  await payTokens(server, payer.wallet, treasury, amount)
  await advanceChains(server, 4)
  return payer
}

async function payoutOf({ userId }: Payer) {
  const { data } = await finance.call('payout.list', { query: { userId } })
  const [payout] = data?.list ?? []
  if (!payout) throw new Error('There is no payout')
  return payout
}

const audited = (action: string) =>
  rowsOf<{ subject: string }>(
    server.ctx.db,
    sql`select subject from audit_entries where action = ${action} order by id desc`,
  )

describe('treasury operation', () => {
  test('shows balances and debts, and every payout with its state', async () => {
    const payer = await aRefund()
    const before = await payoutOf(payer)
    await advanceChains(server)
    const shown = await finance.call('payout.treasury', {})

    expect(before).toMatchObject({
      purpose: 'REFUND',
      amount: '9',
      symbol: 'USDS',
      chainId: 31_337,
    })
    expect(await payoutOf(payer)).toMatchObject({
      state: 'CONFIRMED',
      address: payer.wallet.address,
      txHash: aText,
    })
    expect(shown.data).toMatchObject({ stoppedAt: null })
    expect(shown.data?.lanes[0]).toMatchObject({
      chainId: 31_337,
      address: treasury,
      nextNonce: 1,
      frozenAt: null,
      waiting: 0,
      onTheWay: 0,
    })
    expect(shown.data?.lanes[0]?.balances?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDS'])
    chainOf(server, 31_338).node.setFault('*', { kind: 'down', status: 503 })
    const half = await finance.call('payout.treasury', {})
    chainOf(server, 31_338).node.clearFaults()
    expect(half.data?.lanes[1]?.balances).toBeNull()
  })

  test('stops all payouts with one switch, and those of one chain with another', async () => {
    await finance.call('payout.freeze', { body: { reason: 'Suspicious activity' } })
    const first = await aRefund()
    await advanceChains(server)
    const stopped = await payoutOf(first)
    const shop = await first.call('product.buy', {
      params: { seasonId, productId: packId },
      body: {},
    })
    await finance.call('payout.unfreeze', { body: { reason: 'False alarm' } })
    await advanceChains(server)
    const frozen = await finance.call('payout.freeze', {
      body: { chainId: 31_337, reason: 'Checking this chain' },
    })
    const unknown = await finance.call('payout.freeze', { body: { chainId: 77, reason: 'Typo' } })

    expect(stopped).toMatchObject({ state: 'QUEUED', txHash: null })
    expect(shop.code).toBe(Code.PRODUCT_UNAVAILABLE)
    expect(await payoutOf(first)).toMatchObject({ state: 'CONFIRMED' })
    expect(frozen.data?.lanes[0]).toMatchObject({ frozenFor: 'Checking this chain' })
    expect(unknown.code).toBe(Code.NOT_FOUND)
    await finance.call('payout.unfreeze', { body: { chainId: 31_337, reason: 'Fine' } })
    expect((await audited('treasury.freeze')).map(({ subject }) => subject)).toEqual([
      'treasury:31337',
      'treasury',
    ])
  })

  test('adopts the nonce of the chain when nothing is in flight', async () => {
    const chain = chainOf(server)
    const count = await chain.node.call('eth_getTransactionCount', [treasury, 'latest'])
    const raw = await server.treasuryKey.sign({
      chainId: 31_337,
      nonce: Number(count),
      gas: 21_000n,
      maxFeePerGas: 4_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to: aWallet().address,
      value: 1n,
      data: '0x',
    })
    await chain.node.call('eth_sendRawTransaction', [raw])
    await chain.control.mine(1)
    const payer = await aRefund()
    await advanceChains(server)
    const frozen = await finance.call('payout.treasury', {})
    const body = { chainId: 31_337, reason: 'It was I' }
    const plain = await finance.call('payout.unfreeze', { body })
    await advanceChains(server)
    const again = await finance.call('payout.treasury', {})
    await finance.call('payout.unfreeze', { body: { ...body, adopt: true } })
    await advanceChains(server, 8)

    expect(frozen.data?.lanes[0]?.frozenFor).toContain('were signed here')
    expect(plain.data?.lanes[0]?.frozenAt).toBeNull()
    expect(again.data?.lanes[0]?.frozenFor).toContain('were signed here')
    expect(await payoutOf(payer)).toMatchObject({ state: 'CONFIRMED' })
    expect(await transfersBetween(server, treasury, payer.wallet.address)).toEqual([9_000_000n])
  })

  test('cancels an unsigned payout: its refund returns to the queue and can be granted again', async () => {
    await finance.call('payout.freeze', { body: { reason: 'To hold the payout' } })
    const payer = await aRefund()
    const { payoutId } = await payoutOf(payer)
    const cancelled = await finance.call('payout.cancel', {
      params: { payoutId },
      body: { reason: 'Wrong way' },
    })
    const twice = await finance.call('payout.cancel', {
      params: { payoutId },
      body: { reason: 'Again' },
    })
    const queue = await finance.call('refund.queue', { query: {} })
    const [waiting] = queue.data?.list.filter(({ userId }) => userId === payer.userId) ?? []
    await finance.call('refund.decide', {
      params: { refundId: waiting?.refundId ?? 0 },
      body: { approve: true, note: 'Right way' },
    })
    await finance.call('payout.unfreeze', { body: { reason: 'Done' } })
    await advanceChains(server)

    expect(cancelled.data).toMatchObject({ state: 'FAILED', failure: 'Wrong way' })
    expect(twice.code).toBe(Code.INVALID_REQUEST)
    expect(waiting).toMatchObject({ type: 'UNMATCHED', note: null, price: '9 USDS' })
    expect(await payoutOf(payer)).toMatchObject({ state: 'CONFIRMED' })
    expect(await transfersBetween(server, treasury, payer.wallet.address)).toEqual([9_000_000n])
  })

  test('pays at most the daily caps, which only the owner sets', async () => {
    const params = { symbol: 'USDS' }
    const body = { perMember: '10', perDay: '100', refundsPerDay: '11.5' }
    const refused = await finance.call('payout.setCaps', { params, body })
    const zero = await owner.call('payout.setCaps', {
      params,
      body: { ...body, refundsPerDay: '0.0' },
    })
    server.clock.advance(24 * 60 * 60_000)
    const set = await owner.call('payout.setCaps', { params, body })
    const first = await aRefund(8_000_000n)
    const second = await aRefund(4_000_000n)
    await advanceChains(server)
    const held = await payoutOf(second)
    const shown = await finance.call('payout.treasury', {})
    server.clock.advance(24 * 60 * 60_000)
    await advanceChains(server)
    const nextDay = await finance.call('payout.treasury', {})

    expect(refused.code).toBe(Code.ACCESS_DENIED)
    expect(zero.code).toBe(Code.INVALID_REQUEST)
    const caps = { symbol: 'USDS', ...body, paidToday: '0', default: LOCAL_CAPS }
    expect(set.data?.caps).toContainEqual({ ...caps, refundedToday: '0' })
    expect(shown.data?.caps).toContainEqual({ ...caps, refundedToday: '8' })
    expect(nextDay.data?.caps).toContainEqual({ ...caps, refundedToday: '4' })
    expect(await payoutOf(first)).toMatchObject({ state: 'CONFIRMED' })
    expect(held).toMatchObject({ state: 'QUEUED', heldFor: 'DAY_CAP' })
    expect(await payoutOf(second)).toMatchObject({ state: 'CONFIRMED' })
    await setStableCaps(server)
  })

  test('refunds dust payments only by an operator', async () => {
    const payer = await aRefund(9_999n)
    const queue = await finance.call('refund.queue', { query: {} })
    const [waiting] = queue.data?.list.filter(({ userId }) => userId === payer.userId) ?? []
    await finance.call('refund.decide', {
      params: { refundId: waiting?.refundId ?? 0 },
      body: { approve: true, note: 'Goodwill' },
    })
    await advanceChains(server)

    expect(waiting).toMatchObject({ type: 'UNMATCHED', price: '0.009999 USDS', forOperator: true })
    expect(await transfersBetween(server, treasury, payer.wallet.address)).toEqual([9_999n])
  })
})

describe('shop operation', () => {
  test('adds products, changes their stock and takes them off sale', async () => {
    const programme = await anOperator(server, 'PROGRAMME')
    const contract = chainOf(server).network.token.address
    const texts = { en: 'Pack', ko: '팩' }
    const body = {
      name: texts,
      description: texts,
      payType: 'TOKEN',
      price: '2.5',
      chainId: 31_337,
      contract,
      givesXp: 100,
    } as const
    const params = { seasonId }
    const key = { 'idempotency-key': 'one product' }
    const added = await programme.call('product.add', { params, body }, key)
    const again = await programme.call('product.add', { params, body }, key)
    const productId = added.data?.productId ?? 0
    const wrong = await Promise.all(
      [
        { ...body, contract: aWallet().address },
        { ...body, price: '0' },
        { ...body, price: '0.0000001' },
        { ...body, givesXp: 0 },
        { ...body, payType: 'XP' as const, price: '5' },
        { ...body, payType: 'XP' as const, price: '1.5', givesXp: 0, givesTickets: 1 },
      ].map((body) => programme.call('product.add', { params, body })),
    )
    await programme.call('product.change', { params: { productId }, body: { stock: 0 } })
    const payer = await aPayer(server)
    const soldOut = await payer.call('product.show', { params: { seasonId, productId } })
    await programme.call('product.change', { params: { productId }, body: { onSale: false } })
    const list = await payer.call('product.list', { params, query: { size: 100 } })
    const all = await programme.call('product.listAll', { params })

    expect(added.data).toMatchObject({ price: '2.5 USDS', onSale: true, stock: null })
    expect(again.data).toEqual(added.data)
    expect(wrong.map(({ code }) => code)).toEqual([2901, 9992, 9992, 9992, 9992, 9992])
    expect(soldOut.data).toMatchObject({ unavailableReason: 'SOLD_OUT' })
    expect(list.data?.list.map((each) => each.productId)).not.toContain(productId)
    expect(all.data?.list.find((each) => each.productId === productId)).toMatchObject({
      onSale: false,
      stock: 0,
    })
    expect((await finance.call('product.add', { params, body })).code).toBe(Code.ACCESS_DENIED)
  })

  test('adds credit packages and stops selling them', async () => {
    const contract = chainOf(server).network.token.address
    const body = { credit: 250, price: '20', chainId: 31_337, contract }
    const added = await finance.call('credit.addPackage', { body })
    const packageId = added.data?.packageId ?? 0
    const payer = await aPayer(server)
    const offered = await payer.call('credit.show', {})
    await finance.call('credit.changePackage', { params: { packageId }, body: { onSale: false } })
    const gone = await payer.call('credit.show', {})
    const refused = await payer.call('credit.buy', { body: { packageId } })

    expect(added.data).toMatchObject({ credit: 250, price: '20 USDS', onSale: true })
    expect(offered.data?.packages.map((each) => each.packageId)).toContain(packageId)
    expect(gone.data?.packages.map((each) => each.packageId)).not.toContain(packageId)
    expect(refused.code).toBe(Code.NOT_FOUND)
    const { data } = await finance.call('credit.listAll', {})
    expect(data?.list.find((each) => each.packageId === packageId)).toMatchObject({ onSale: false })
  })

  test('lets only support decide refunds paid in tickets and XP', async () => {
    const payer = await aPayer(server)
    await give(server, payer.userId, 'XP', 500n, `season:${seasonId}`)
    const productId = await aProduct(server, seasonId)
    const bought = await payer.call('product.buy', { params: { seasonId, productId }, body: {} })
    await payer.call('refund.request', {
      params: { seasonId, historyId: bought.data?.historyId ?? 0 },
      body: { type: 'OTHER', reason: 'Not what I expected' },
    })
    const auditor = await anOperator(server, 'AUDITOR')
    const { data } = await auditor.call('refund.queue', { query: {} })
    const [waiting] = data?.list.filter(({ userId }) => userId === payer.userId) ?? []
    const params = { refundId: waiting?.refundId ?? 0 }
    const body = { approve: true, note: 'Granted' }
    const refused = await auditor.call('refund.decide', { params, body })
    const granted = await finance.call('refund.decide', { params, body })

    expect(waiting).toMatchObject({ price: '100 XP', product: 'Three tickets' })
    expect(refused.code).toBe(Code.ACCESS_DENIED)
    expect(granted.data).toMatchObject({ state: 'COMPLETED', outcome: 'REFUNDED' })
    const season = await payer.call('season.show', { params: { seasonId } })
    expect(season.data?.me).toMatchObject({ xpBalance: 500, tickets: 0 })
  })
})
