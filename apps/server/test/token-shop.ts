import type { CallInput } from '@solstice/contract/wire'
import type { NewProduct } from '#/modules/product/product.queries.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { aSeason } from './test-season.ts'
import { anXpPack, aPayer, PACK_PRICE, payTokens, type Payer } from './test-shop.ts'
import { fundTreasury, advanceChains, makeGasFree, transfersBetween } from './test-treasury.ts'

/** A server with chains, a treasury, and a season in which 500 XP are sold for tokens. */
export type TokenShop = {
  server: TestApp
  treasury: `0x${string}`
  seasonId: number
  packId: number
}

export async function openTokenShop(
  pack: Partial<NewProduct> = {},
  { withApprovals = false } = {},
): Promise<TokenShop> {
  const server = await startTestApp({ withChains: true, withApprovals })
  const treasury = await fundTreasury(server)
  await makeGasFree(server)
  const { seasonId } = await aSeason(server)
  return { server, treasury, seasonId, packId: await anXpPack(server, seasonId, pack) }
}

type Shown = { historyId: number }
type Bought = { productId: number; userProductId: number }

/** Returns the steps of members in a shop that is opened before the first step runs. */
export function stepsIn(shop: () => TokenShop) {
  async function buy(payer: Payer, productId = shop().packId) {
    const params = { seasonId: shop().seasonId, productId }
    const { data, code } = await payer.call('product.buy', { params, body: {} })
    if (!data) throw new Error(`The purchase was refused with ${code}`)
    return data
  }

  /** Buys 500 XP for five units of the stable token, paid and credited. */
  async function packBought() {
    const { server, treasury } = shop()
    const payer = await aPayer(server)
    const bought = await buy(payer)
    const txHash = await payTokens(server, payer.wallet, treasury, PACK_PRICE)
    await advanceChains(server)
    return { payer, bought, txHash }
  }

  const update = (
    payer: Payer,
    { productId, userProductId }: Bought,
    body: CallInput<'product.updateOrder'>['body'],
  ) => {
    const params = { seasonId: shop().seasonId, productId, userProductId }
    return payer.call('product.updateOrder', { params, body })
  }

  const requestRefund = (
    payer: Payer,
    { historyId }: Shown,
    body: CallInput<'refund.request'>['body'],
  ) => payer.call('refund.request', { params: { seasonId: shop().seasonId, historyId }, body })

  async function shown(payer: Payer, { historyId }: Shown) {
    const params = { seasonId: shop().seasonId, historyId }
    const { data, code } = await payer.call('history.show', { params })
    if (!data) throw new Error(`The history was refused with ${code}`)
    return data
  }

  async function alertsOf(payer: Payer): Promise<string[]> {
    const { data } = await payer.call('alert.list', { query: {} })
    return data?.list.map(({ code }) => code).toReversed() ?? []
  }

  const xpOf = ({ userId }: Payer) => {
    const { server, seasonId } = shop()
    return balanceOf(server.ctx.db, { member: userId, asset: 'XP', scope: `season:${seasonId}` })
  }

  const sentBack = ({ wallet }: Payer, chainId = 31_337) =>
    transfersBetween(shop().server, shop().treasury, wallet.address, chainId)

  return { buy, packBought, update, requestRefund, shown, alertsOf, xpOf, sentBack }
}
