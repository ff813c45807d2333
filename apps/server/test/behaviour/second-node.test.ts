import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureSecondNode, type NodeBehaviours } from '#test/second-node.ts'
import { anXpPack, aPayer, PACK_PRICE, payTokens } from '#test/test-shop.ts'
import { advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { queueWatches } from '#/modules/order/order.jobs.ts'
import { readPayments } from '#/modules/order/payment-metrics.service.ts'

let shop: TokenShop
let behaviours: NodeBehaviours
const { buy, sentBack, shown, xpOf } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
  behaviours = await configureSecondNode(shop.server, '4.999999')
  // The first poll starts at the newest block and sees only payments made after it.
  await queueWatches(shop.server.ctx)
  await advanceChains(shop.server, 2)
})
afterAll(() => shop.server.close())
beforeEach(() => {
  behaviours.second = 'honest'
})

async function disputed(): Promise<number | undefined> {
  const [reading] = await readPayments(shop.server.ctx)
  return reading?.values[0]?.value
}

test.each(['behind', 'reverted', 'down'] as const)(
  'a large payment is shown as waiting while the second node is %s, and is credited when both agree',
  async (behaviour) => {
    const { server, treasury } = shop
    const payer = await aPayer(server)
    const bought = await buy(payer)
    behaviours.second = behaviour
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    const waiting = await shown(payer, bought)
    const [xpBefore, disputedBefore] = [await xpOf(payer), await disputed()]
    behaviours.second = 'honest'
    await advanceChains(server, 2)
    const credited = await shown(payer, bought)

    expect(waiting.status).toBe('PENDING')
    expect(waiting.payment).toMatchObject({ waitsFor: 'SECOND_NODE', confirmations: 3 })
    expect([xpBefore, disputedBefore]).toEqual([0n, 1])
    expect(credited.status).toBe('COMPLETED')
    expect(credited.payment).toMatchObject({ waitsFor: null })
    expect([await xpOf(payer), await disputed()]).toEqual([500n, 0])
  },
)

test('a payment that does not exceed the configured amount is credited when one node confirms it', async () => {
  const { server, treasury, seasonId } = shop
  const price = PACK_PRICE - 1n
  const small = await anXpPack(server, seasonId, { price })
  const payer = await aPayer(server)
  await buy(payer, small)
  behaviours.second = 'down'
  await payTokens(server, payer.wallet, treasury, price)
  await advanceChains(server)

  expect(await xpOf(payer)).toBe(500n)
})

test('a large unmatched payment is sent back when both nodes agree', async () => {
  const { server, treasury } = shop
  const payer = await aPayer(server)
  behaviours.second = 'behind'
  await payTokens(server, payer.wallet, treasury, 2n * PACK_PRICE)
  await queueWatches(server.ctx)
  await advanceChains(server, 8)
  const before = await sentBack(payer)
  behaviours.second = 'honest'
  await advanceChains(server, 8)

  expect(before).toEqual([])
  expect(await sentBack(payer)).toEqual([2n * PACK_PRICE])
})

test('two equal payments in one transaction are both settled when both nodes agree', async () => {
  const { server, treasury } = shop
  const payer = await aPayer(server)
  await buy(payer)
  const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  const { chains } = server.ctx
  const { node: nodeOf } = chains
  chains.node = (network) => {
    const { call } = nodeOf(network)
    return {
      call: async (method, params) => {
        const answer = await call(method, params)
        if (method !== 'eth_getTransactionReceipt' || params[0] !== txHash || !answer) return answer
        const receipt = answer as { logs: object[] } // The response of eth_getTransactionReceipt.
        return { ...receipt, logs: [...receipt.logs, ...receipt.logs] }
      },
    }
  }
  await advanceChains(server, 12)
  chains.node = nodeOf

  expect(await xpOf(payer)).toBe(500n)
  expect(await sentBack(payer)).toEqual([PACK_PRICE])
  expect(await disputed()).toBe(0)
})
