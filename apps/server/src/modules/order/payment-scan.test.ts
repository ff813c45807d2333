import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import { aPayer, PACK_PRICE, payTokens, type Payer } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { chainOf } from '#test/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { payments } from './order.table.ts'

let shop: TokenShop
const { buy, shown } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
})
afterAll(() => shop.server.close())

const tooLarge = () => Object.assign(new ChainError('Too large'), { isTooLarge: true })

type Call = ChainNode['call']

/** Replaces the responses of the shop's node and returns a function that restores them. */
function answerBy(
  answer: (call: Call, ...request: Parameters<Call>) => ReturnType<Call>,
): () => void {
  const { chains } = shop.server.ctx
  const { node: nodeOf } = chains
  chains.node = (network) => {
    const { call } = nodeOf(network)
    return { call: (method, params) => answer(call, method, params) }
  }
  return () => {
    chains.node = nodeOf
  }
}

const statusOf = async (payer: Payer, order: { historyId: number }) =>
  (await shown(payer, order)).status

const refused = () => new ChainError('query returned more than 10000 results')

test.each([
  ['a response may contain', tooLarge],
  ['the node returns', refused],
])('finds payments in more logs than %s by requesting fewer blocks', async (_, failure) => {
  const { server, treasury } = shop
  const ranges: number[] = []
  const restoreNode = answerBy(async (call, method, params) => {
    if (method !== 'eth_getLogs') return call(method, params)
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const blocks = Number(toBlock) - Number(fromBlock) + 1
    ranges.push(blocks)
    if (blocks <= 2) return call(method, params)
    throw failure()
  })
  const payers = [await aPayer(server), await aPayer(server)]
  const orders = []
  for (const payer of payers) {
    orders.push(await buy(payer))
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  }

  await chainOf(server).control.mine(10)
  await advanceChains(server)
  restoreNode()

  const ends = []
  for (const [at, order] of orders.entries()) {
    const payer = payers[at]
    if (payer) ends.push(await statusOf(payer, order))
  }
  expect(ends).toEqual(['COMPLETED', 'COMPLETED'])
  expect(Math.max(...ranges)).toBeGreaterThan(2)
})

test.each([
  ['a response may contain', tooLarge],
  ['the node returns', refused],
])('reads a block with more payments than %s transaction by transaction', async (_, failure) => {
  const { server, treasury } = shop
  const [unreadable, payer] = [await aPayer(server), await aPayer(server)]
  const [unread, order] = [await buy(unreadable), await buy(payer)]
  const lost = await payTokens(server, unreadable.wallet, treasury, PACK_PRICE)
  await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  const restoreNode = answerBy(async (call, method, params) => {
    if (method === 'eth_getLogs' || params[0] === lost) throw failure()
    return call(method, params)
  })
  await advanceChains(server, 8)
  restoreNode()

  expect(await statusOf(payer, order)).toBe('COMPLETED')
  expect(await statusOf(unreadable, unread)).toBe('PENDING')
  const lines = server.log.text.split('\n').filter((line) => line.includes(lost))
  expect(lines.join()).toContain('A transaction could not be read')
})

test('skips no block while the node is down', async () => {
  const { server, treasury } = shop
  const payer = await aPayer(server)
  const order = await buy(payer)
  await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  // The node fails in the middle of each poll and is available for the next one.
  let isDown = false
  const restoreNode = answerBy(async (call, method, params) => {
    if (isDown || method === 'eth_getLogs') {
      isDown = method !== 'eth_blockNumber'
      throw new ChainError('The node is down')
    }
    return call(method, params)
  })
  await advanceChains(server, 8)
  const whileDown = await statusOf(payer, order)
  restoreNode()
  await advanceChains(server)

  expect(whileDown).toBe('PENDING')
  expect(await statusOf(payer, order)).toBe('COMPLETED')
})

describe('a transaction with an oversized receipt', () => {
  const refuseReceipts = (large: readonly string[]) =>
    answerBy(async (call, method, params) => {
      const isLarge = large.includes(String(params[0]))
      if (method === 'eth_getTransactionReceipt' && isLarge) throw tooLarge()
      return call(method, params)
    })

  test('is credited from the logs of its block, with the log index of its receipt', async () => {
    const { server, treasury } = shop
    const [before, payer, after] = [
      await aPayer(server),
      await aPayer(server),
      await aPayer(server),
    ]
    const orders = [await buy(before), await buy(payer), await buy(after)] as const
    // All three are in one block, so that the logs of the second do not start at index 0.
    await payTokens(server, before.wallet, treasury, PACK_PRICE)
    const large = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await payTokens(server, after.wallet, treasury, PACK_PRICE)
    const restoreNode = refuseReceipts([large])
    await advanceChains(server)
    restoreNode()

    expect(await statusOf(before, orders[0])).toBe('COMPLETED')
    expect(await statusOf(payer, orders[1])).toBe('COMPLETED')
    expect(await statusOf(after, orders[2])).toBe('COMPLETED')
    const found = await server.ctx.db.select().from(payments).where(eq(payments.txHash, large))
    expect(found).toMatchObject([{ logIndex: 0, state: 'CREDITED', amount: PACK_PRICE }])
  })

  test('does not block other payments if it cannot be read at all', async () => {
    const { server, treasury } = shop
    const [flooder, payer] = [await aPayer(server), await aPayer(server)]
    const [flood, order] = [await buy(flooder), await buy(payer)]
    const large = await payTokens(server, flooder.wallet, treasury, PACK_PRICE)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    const restoreNode = answerBy(async (call, method, params) => {
      if (params[0] === large) throw tooLarge()
      return call(method, params)
    })
    await advanceChains(server)
    const late = await buy(payer)
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    restoreNode()

    expect(await statusOf(payer, order)).toBe('COMPLETED')
    expect(await statusOf(payer, late)).toBe('COMPLETED')
    expect(await statusOf(flooder, flood)).toBe('PENDING')
  })
})
