import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { removePriceByHand } from '#/modules/network/network.queries.ts'
import { queueWatches } from '#/modules/order/order.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aSeason } from '#test/test-season.ts'
import { aPayer, payTokens, type Payer } from '#test/test-shop.ts'
import { fundTreasury, advanceChains, makeGasFree, transfersBetween } from '#test/test-treasury.ts'
import { refunds } from './refund.table.ts'

const CENT = 10_000n

let server: TestApp
let treasury: `0x${string}`
let seasonId: number
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  ;({ seasonId } = await aSeason(server))
  await queueWatches(server.ctx)
  await advanceChains(server, 2)
})
afterAll(() => server.close())

/** Makes several unmatched payments in one block. */
async function payWithoutOrder(payer: Payer, times: number, amount: bigint): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await payTokens(server, payer.wallet, treasury, amount, { gas: 70_000n })
  }
  await queueWatches(server.ctx)
  await advanceChains(server, 12)
}

const sentBack = ({ wallet }: Payer) => transfersBetween(server, treasury, wallet.address)

const refundsOf = ({ userId }: Payer) =>
  server.ctx.db.select().from(refunds).where(eq(refunds.memberId, userId)).orderBy(refunds.id)

const batchesOf = async ({ wallet }: Payer) => {
  const rows = await rowsOf<{ amount: string; fee: string }>(
    server.ctx.db,
    sql`select amount::text as amount, fee::text as fee from refund_batches
      where payer = ${wallet.address.toLowerCase()} order by id`,
  )
  return rows.map(({ amount, fee }) => ({ amount: BigInt(amount), fee: BigInt(fee) }))
}

test('refunds forty unmatched payments of one payer in one transfer, less the network fee', async () => {
  const payer = await aPayer(server)
  await payWithoutOrder(payer, 40, 10n * CENT)
  const [batch, ...others] = await batchesOf(payer)
  const refunds = await refundsOf(payer)
  const { historyId } = refunds[1] ?? {}
  const params = { seasonId, historyId: historyId ?? 0 }
  const { data } = await payer.call('history.show', { params })

  expect(others).toEqual([])
  expect(batch?.fee).toBeGreaterThan(0n)
  expect((batch?.amount ?? 0n) + (batch?.fee ?? 0n)).toBe(400n * CENT)
  expect(await sentBack(payer)).toEqual([batch?.amount])
  expect(refunds).toHaveLength(40)
  expect(new Set(refunds.map(({ state }) => state))).toEqual(new Set(['COMPLETED']))
  expect(refunds.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)).toBe(batch?.fee)
  expect(data?.refund).toMatchObject({
    status: 'REFUND_COMPLETED',
    networkFee: { tokenSymbol: 'USDS', amount: expect.stringMatching(/^0\.0\d+$/) as unknown },
  })
})

test('leaves unmatched payments below the network fee to an operator', async () => {
  const payer = await aPayer(server)
  await payWithoutOrder(payer, 3, CENT)

  expect(await sentBack(payer)).toEqual([])
  expect(await refundsOf(payer)).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'REQUESTED', forOperator: true })),
  )
})

test('refunds unmatched payments of one payer three times a day, and the rest together the next day', async () => {
  const payer = await aPayer(server)
  for (let time = 0; time < 5; time += 1) await payWithoutOrder(payer, 1, 500n * CENT)
  const today = await sentBack(payer)
  const waiting = (await refundsOf(payer)).filter(({ state }) => state === 'REQUESTED')
  server.clock.advance(DAY_MS)
  await advanceChains(server, 8)

  expect(today).toHaveLength(3)
  expect(waiting).toMatchObject([{ forOperator: false }, { forOperator: false }])
  const [, , , last, ...others] = await batchesOf(payer)
  expect(others).toEqual([])
  expect((last?.amount ?? 0n) + (last?.fee ?? 0n)).toBe(1000n * CENT)
  expect(await sentBack(payer)).toHaveLength(4)
})

test('refunds unmatched payments from 0.01 USDS on, and leaves smaller sums to an operator', async () => {
  await makeGasFree(server)
  onTestFinished(() => removePriceByHand(server.ctx.db, 'ETH'))
  const below = await aPayer(server)
  const enough = await aPayer(server)
  await payWithoutOrder(below, 1, CENT - 1n)
  await payWithoutOrder(enough, 1, CENT)

  expect(await sentBack(below)).toEqual([])
  expect(await refundsOf(below)).toMatchObject([{ state: 'REQUESTED', forOperator: true }])
  expect(await sentBack(enough)).toEqual([CENT])
  expect(await refundsOf(enough)).toMatchObject([{ state: 'COMPLETED', forOperator: false }])
})
