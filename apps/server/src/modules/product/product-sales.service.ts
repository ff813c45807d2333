import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { daysOfStock } from '@solstice/rules/stock-forecast'
import { tokenAt } from '#/modules/order/order.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findDailySales, findOpenOrderCounts, findSales } from './product-sales.queries.ts'
import { findSeasonStart, type Product } from './product.queries.ts'

type ProductView = CallData<'product.details'>
type Context = Pick<AppContext, 'now'>

/** Two weeks of sales show a weekly rhythm. */
const DAYS_SHOWN = 14

export async function viewOf(db: Db, ctx: Context, product: Product): Promise<ProductView> {
  const [view] = await viewsOf(db, ctx, [product])
  if (!view) throw new Error('The product has no view')
  return view
}

/** Returns products of one season with their sales, which are read at once. */
export async function viewsOf(
  db: Db,
  ctx: Context,
  products: readonly Product[],
): Promise<ProductView[]> {
  const [first] = products
  if (!first) return []
  const ids = products.map(({ id }) => id)
  const today = startOfDay(programmeDayOf(ctx.now()))
  const from = new Date(today.getTime() - (DAYS_SHOWN - 1) * DAY_MS)
  const sales = await findSales(db, ids)
  const open = await findOpenOrderCounts(db, ids)
  const daily = await findDailySales(db, ids, from)
  const seasonStart = await findSeasonStart(db, first.seasonId)
  const views: ProductView[] = []
  for (const product of products) {
    const soldByDay = Array.from(
      { length: DAYS_SHOWN },
      (_, day) => daily.get(`${product.id} ${day}`) ?? 0,
    )
    const since = Math.max(product.createdAt.getTime(), seasonStart?.getTime() ?? 0)
    views.push(
      await view(db, product, {
        ...(sales.get(product.id) ?? { sold: 0, income: 0n }),
        openOrders: open.get(product.id) ?? 0,
        soldByDay,
        daysLeft: daysOfStock(product.stock, wholeDays(soldByDay, { since, today })),
      }),
    )
  }
  return views
}

/** Leaves out today, which is not over, and the days before the first possible sale. */
function wholeDays(
  soldByDay: readonly number[],
  { since, today }: { since: number; today: Date },
): readonly number[] {
  const whole = Math.max(0, Math.ceil((today.getTime() - since) / DAY_MS))
  const past = soldByDay.slice(0, -1)
  return past.slice(Math.max(0, past.length - whole))
}

type Sales = { sold: number; income: bigint } & Pick<
  ProductView,
  'openOrders' | 'soldByDay' | 'daysLeft'
>

async function view(db: Db, product: Product, { income, ...sales }: Sales): Promise<ProductView> {
  const { chainId, contract, payType, price } = product
  const token = chainId === null ? undefined : await tokenAt(db, { chainId, contract })
  const decimals = token?.decimals ?? 0
  const symbol = token?.symbol ?? payType
  return {
    productId: product.id,
    seasonId: product.seasonId,
    position: product.position,
    name: product.name,
    description: product.description,
    imageUrl: product.imageUrl,
    payType,
    price: `${amountText(price, decimals)} ${symbol}`,
    symbol,
    chainId,
    contract: token?.address ?? null,
    givesXp: product.givesXp,
    givesTickets: product.givesTickets,
    stock: product.stock,
    perUserLimit: product.perMember,
    onSale: product.onSale,
    ...sales,
    income: amountText(income, decimals),
    createdAt: product.createdAt.toISOString(),
  }
}
