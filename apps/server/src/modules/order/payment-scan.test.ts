import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainError } from '#/platform/chain-error.ts'
import type { ChainNode } from '#/platform/context.ts'
import { aPayer, PACK_PRICE, payTokens } from '#/testing/test-shop.ts'
import { letChainsWork } from '#/testing/test-treasury.ts'
import { chainOf } from '#/testing/test-wallet.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#/testing/token-shop.ts'

let shop: TokenShop
const { buy, shown } = stepsIn(() => shop)
beforeAll(async () => {
  shop = await openTokenShop()
})
afterAll(() => shop.server.close())

test('payments are found in more logs than a reply may have, by asking for fewer blocks', async () => {
  const { server, treasury } = shop
  const ranges: number[] = []
  const { node: nodeOf } = server.ctx.chains
  server.ctx.chains.node = (network) => {
    const node = nodeOf(network)
    const call: ChainNode['call'] = async (method, params) => {
      if (method !== 'eth_getLogs') return node.call(method, params)
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      const blocks = Number(toBlock) - Number(fromBlock) + 1
      ranges.push(blocks)
      if (blocks <= 2) return node.call(method, params)
      throw Object.assign(new ChainError('Too large'), { isTooLarge: true })
    }
    return { call }
  }
  const payers = [await aPayer(server), await aPayer(server)]
  const orders = []
  for (const payer of payers) {
    orders.push(await buy(payer))
    await payTokens(server, payer.wallet, treasury, PACK_PRICE)
  }

  await chainOf(server).control.mine(10)
  await letChainsWork(server)
  server.ctx.chains.node = nodeOf

  const ends = []
  for (const [at, order] of orders.entries()) {
    const payer = payers[at]
    if (payer) ends.push((await shown(payer, order)).status)
  }
  expect(ends).toEqual(['COMPLETED', 'COMPLETED'])
  expect(Math.max(...ranges)).toBeGreaterThan(2)
})
