import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { tracePurchase, whyUnavailable } from '@solstice/rules/order'
import type { PayType } from '@solstice/rules/refund'
import { seasonStatus } from '@solstice/rules/season'
import {
  fetchMarket,
  fetchPaymentState,
  changeOrder,
  findOrderOf,
  paymentViews,
  placeOrder,
  tokenAt,
  unavailable,
  type Market,
  type Order,
  type OrderChange,
} from '#/modules/order/order.service.ts'
import type { PaymentState } from '#/modules/chain/payment.service.ts'
import { inLanguage, loadProgramme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { withTrace } from '#/platform/books/traces.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findBought,
  findProductIn,
  findProductsOnSale,
  findSeasonSpan,
  type Product,
} from './product.queries.ts'

type Context = AppContext
type Caller = { memberId: number; language: Language }
type ProductView = CallData<'product.show'>
type UserProduct = CallData<'product.buy'>

export async function listProducts(
  ctx: Context,
  { memberId, language }: Caller,
  query: PageQuery & { seasonId: number; payType?: PayType | undefined },
): Promise<CallData<'product.list'>> {
  const { payType } = query
  const { seasonId, pausedAt } = await loadProgramme(ctx, query.seasonId)
  const all = await findProductsOnSale(ctx.db, seasonId, payType)
  const bought = await findBought(ctx.db, seasonId, memberId)
  const before = offsetOf(query)
  const shown = all.slice(before, before + query.size)
  const list: ProductView[] = []
  for (const product of shown) {
    list.push(
      await productView(ctx.db, product, {
        bought: bought.get(product.id) ?? 0,
        pausedAt,
        language,
      }),
    )
  }
  return pageOf(query, list, all.length)
}

export async function showProduct(
  ctx: Context,
  { memberId, language }: Caller,
  params: { seasonId: number; productId: number },
): Promise<ProductView> {
  const { seasonId, pausedAt } = await loadProgramme(ctx, params.seasonId)
  const product = await productIn(ctx.db, seasonId, params.productId)
  const bought = await findBought(ctx.db, seasonId, memberId)
  return productView(ctx.db, product, { bought: bought.get(product.id) ?? 0, pausedAt, language })
}

async function productIn(db: Db, seasonId: number, productId: number): Promise<Product> {
  const product = await findProductIn(db, seasonId, productId)
  if (!product) throw refuse(Code.NOT_FOUND)
  return product
}

async function productView(
  db: Db,
  product: Product,
  seen: { bought: number; pausedAt: Date | null; language: Language },
): Promise<ProductView> {
  const { bought, pausedAt, language } = seen
  const { chainId, contract, stock, perMember } = product
  const token = chainId === null ? undefined : await tokenAt(db, { chainId, contract })
  const isPayable = product.payType !== 'TOKEN' || token !== undefined
  const reason = pausedAt
    ? 'SEASON_PAUSED'
    : whyUnavailable({ ...product, onSale: product.onSale && isPayable, bought })
  return {
    productId: product.id,
    seasonId: product.seasonId,
    name: inLanguage(product.name, language),
    description: inLanguage(product.description, language),
    imageUrl: product.imageUrl,
    payType: product.payType,
    price: amountText(product.price, token?.decimals ?? 0),
    tokenSymbol: token?.symbol ?? null,
    chainId,
    contractAddress: token?.address ?? null,
    tokenDecimals: token?.decimals ?? null,
    givesXp: product.givesXp,
    givesTickets: product.givesTickets,
    stock,
    perUserLimit: perMember,
    bought,
    available: reason === undefined,
    unavailableReason: reason ?? null,
  }
}

/** Reads the market of a product on the chain, before the transaction of the purchase. */
export async function fetchProductMarket(
  ctx: Context,
  { seasonId, productId }: { seasonId: number; productId: number },
): Promise<Market> {
  const { chainId, contract } = await productIn(ctx.db, seasonId, productId)
  return chainId === null ? { kind: 'not-required' } : fetchMarket(ctx, { chainId, contract })
}

export async function buyProduct(
  tx: Db,
  ctx: Context,
  request: { memberId: number; seasonId: number; productId: number; quantity: number },
  market: Market,
): Promise<UserProduct> {
  const { memberId, quantity } = request
  const product = await productIn(tx, request.seasonId, request.productId)
  const span = await findSeasonSpan(tx, request.seasonId)
  if (!span) throw refuse(Code.NOT_FOUND)
  if (seasonStatus(span, ctx.now()) !== 'ONGOING') throw refuse(Code.SEASON_NOT_OPEN)
  if (span.pausedAt) throw unavailable('SEASON_PAUSED')
  if (!product.onSale) throw unavailable('NOT_ON_SALE')
  const { trace, ...goods } = tracePurchase(product.payType, product, quantity)
  const order = await placeOrder(
    tx,
    ctx,
    {
      memberId,
      productId: product.id,
      packageId: null,
      seasonId: product.seasonId,
      quantity,
      payType: product.payType,
      ...goods,
      givesCredit: 0,
    },
    market,
    { until: span.endAt, trace: withTrace({}, trace, span.version, ['payType', 'quantity']) },
  )
  return userProduct(tx, order)
}

type OrderIds = { seasonId: number; productId: number; userProductId: number }

/** Returns the order only if member, product and season match. */
async function orderAt(db: Db, memberId: number, ids: OrderIds): Promise<Order> {
  const order = await findOrderOf(db, memberId, ids.userProductId)
  const isRequestedOrder = order?.productId === ids.productId && order.seasonId === ids.seasonId
  if (!order || !isRequestedOrder) throw refuse(Code.NOT_FOUND)
  return order
}

export async function fetchOrderPayment(
  ctx: Context,
  memberId: number,
  ids: OrderIds,
  change: OrderChange,
): Promise<PaymentState | undefined> {
  return fetchPaymentState(ctx, await orderAt(ctx.db, memberId, ids), change)
}

export async function updateProductOrder(
  tx: Db,
  ctx: Context,
  memberId: number,
  ids: OrderIds,
  change: OrderChange,
  paymentState: PaymentState | undefined,
): Promise<UserProduct> {
  const { id } = await orderAt(tx, memberId, ids)
  return userProduct(tx, await changeOrder(tx, ctx, id, change, paymentState))
}

const STATUS = {
  OPEN: 'PENDING',
  SUBMITTED: 'PENDING',
  COMPLETED: 'COMPLETED',
  REFUNDED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'FAILED',
  FAILED: 'FAILED',
  REVERSED: 'FAILED',
} as const

async function userProduct(tx: Db, order: Order): Promise<UserProduct> {
  const { memberId: member, productId, seasonId, historyId, terms } = order
  if (productId === null || historyId === null) throw new Error('The order is not a product order')
  const scope = `season:${seasonId}`
  const payment = (await paymentViews(tx, [order])).get(order.id) ?? null
  return {
    userProductId: order.id,
    productId,
    historyId,
    status: STATUS[order.state],
    payType: order.payType,
    quantity: order.quantity,
    price: amountText(order.price, terms?.decimals ?? 0),
    payTo: payment?.payTo ?? null,
    expiresAt: payment?.expiresAt ?? null,
    txHash: order.txHash,
    payment,
    givesXp: order.givesXp,
    givesTickets: order.givesTickets,
    xpBalance: Number(await balanceOf(tx, { member, asset: 'XP', scope })),
    tickets: Number(await balanceOf(tx, { member, asset: 'TICKET', scope })),
  }
}
