import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import {
  fetchMarket,
  fetchPaymentState,
  changeOrder,
  findOrderOf,
  findPackageOrders,
  paymentViews,
  placeOrder,
  tokenAt,
  type Market,
  type Order,
  type OrderChange,
} from '#/modules/order/order.service.ts'
import type { PaymentState } from '#/modules/chain/payment.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findPackageOnSale,
  findPackagesOnSale,
  findSentBack,
  type CreditPackage,
} from './credit.queries.ts'

type Context = AppContext
type OrderView = CallData<'credit.buy'>

const LATEST = 20

export async function showCredit(ctx: Context, memberId: number): Promise<CallData<'credit.show'>> {
  const orders = await findPackageOrders(ctx.db, memberId, LATEST)
  return {
    balance: await creditOf(ctx.db, memberId),
    packages: await packagesOnSale(ctx),
    orders: await orderViews(ctx.db, orders),
  }
}

async function packagesOnSale(ctx: Context): Promise<CallData<'credit.show'>['packages']> {
  const { treasury } = ctx
  if (!treasury) return []
  const list = []
  for (const each of await findPackagesOnSale(ctx.db)) {
    const token = await tokenAt(ctx.db, each)
    // Skip packages whose token is unknown, because they cannot be paid for.
    if (!token) continue
    list.push({
      packageId: each.id,
      credit: each.credit,
      price: amountText(each.price, token.decimals),
      symbol: token.symbol,
      decimals: token.decimals,
      chainId: each.chainId,
      contractAddress: token.address,
      payTo: treasury.address,
    })
  }
  return list
}

async function packageOf(db: Db, packageId: number): Promise<CreditPackage> {
  const found = await findPackageOnSale(db, packageId)
  if (!found) throw refuse(Code.NOT_FOUND)
  return found
}

export async function fetchPackageMarket(ctx: Context, packageId: number): Promise<Market> {
  return fetchMarket(ctx, await packageOf(ctx.db, packageId))
}

export async function buyCredit(
  tx: Db,
  ctx: Context,
  memberId: number,
  packageId: number,
  market: Market,
): Promise<OrderView> {
  const { credit, price } = await packageOf(tx, packageId)
  const order = await placeOrder(
    tx,
    ctx,
    {
      memberId,
      productId: null,
      packageId,
      seasonId: null,
      quantity: 1,
      payType: 'TOKEN',
      price,
      givesXp: 0,
      givesTickets: 0,
      givesCredit: credit,
    },
    market,
  )
  return orderView(tx, order)
}

async function orderAt(db: Db, memberId: number, orderId: number): Promise<Order> {
  const order = await findOrderOf(db, memberId, orderId)
  if (!order || order.packageId === null) throw refuse(Code.NOT_FOUND)
  return order
}

export async function fetchCreditOrderPayment(
  ctx: Context,
  memberId: number,
  orderId: number,
  change: OrderChange,
): Promise<PaymentState | undefined> {
  return fetchPaymentState(ctx, await orderAt(ctx.db, memberId, orderId), change)
}

export async function updateCreditOrder(
  tx: Db,
  ctx: Context,
  request: { memberId: number; orderId: number; change: OrderChange },
  paymentState: PaymentState | undefined,
): Promise<OrderView> {
  const { id } = await orderAt(tx, request.memberId, request.orderId)
  return orderView(tx, await changeOrder(tx, ctx, id, request.change, paymentState))
}

const STATUS = {
  OPEN: 'PENDING',
  SUBMITTED: 'SUBMITTED',
  COMPLETED: 'COMPLETED',
  REFUNDED: 'REFUNDED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'FAILED',
  FAILED: 'FAILED',
  REVERSED: 'FAILED',
} as const

async function creditOf(db: Db, member: number): Promise<number> {
  return Number(await balanceOf(db, { member, asset: 'CREDIT' }))
}

async function orderView(db: Db, order: Order): Promise<OrderView> {
  const [view] = await orderViews(db, [order])
  if (!view) throw new Error('The order is not a credit order')
  return view
}

async function orderViews(db: Db, orders: readonly Order[]): Promise<OrderView[]> {
  const [first] = orders
  if (!first) return []
  const payments = await paymentViews(db, orders)
  const sentBack = await findSentBack(
    db,
    orders.map(({ id }) => id),
  )
  const balance = await creditOf(db, first.memberId)
  return orders.flatMap((order) => {
    const payment = payments.get(order.id)
    if (!payment || !order.terms) return []
    return {
      orderId: order.id,
      status: sentBack.get(order.id) ?? STATUS[order.state],
      credit: order.givesCredit,
      price: payment.price,
      payTo: payment.payTo,
      chainId: payment.chainId,
      contractAddress: payment.contractAddress,
      expiresAt: order.terms.expiresAt.toISOString(),
      payment,
      createdAt: order.createdAt.toISOString(),
      balance,
    }
  })
}
