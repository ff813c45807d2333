import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import type { Texts } from '@solstice/rules/season-plan'
import { tokenUnits } from '@solstice/rules/round'
import { stockAfter } from '@solstice/rules/stock'
import type { PayType } from '@solstice/rules/refund'
import { tokenAt } from '#/modules/order/order.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { endSchedule } from '#/modules/season/season-schedule.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  changeProduct,
  findAllProducts,
  findProduct,
  insertProduct,
  isSeason,
  lockProduct,
  lockProductsOf,
  lockSeasonState,
  setPosition,
  type ChangeableProduct,
  type Product,
} from './product.queries.ts'
import { viewOf, viewsOf } from './product-sales.service.ts'

export { insertProduct, type NewProduct } from './product.queries.ts'

type ProductView = CallData<'product.add'>

export type PlannedProduct = {
  name: Texts
  description: Texts
  imageUrl: string | null
  payType: PayType
  price: string
  chainId?: number | undefined
  contract?: string | undefined
  givesXp: number
  givesTickets: number
  stock: number | null
  perUserLimit: number | null
  position: number
}

async function assertSeasonExists(db: Db, seasonId: number): Promise<void> {
  if (!(await isSeason(db, seasonId))) throw refuse(Code.NOT_FOUND)
}

async function lockShop(tx: Db, seasonId: number): Promise<void> {
  if (!(await lockSeasonState(tx, seasonId))) throw refuse(Code.NOT_FOUND)
}

export async function listAllProducts(
  ctx: Pick<AppContext, 'db' | 'now'>,
  seasonId: number,
): Promise<CallData<'product.listAll'>> {
  await assertSeasonExists(ctx.db, seasonId)
  return { list: await viewsOf(ctx.db, ctx, await findAllProducts(ctx.db, seasonId)) }
}

export async function productDetails(
  ctx: Pick<AppContext, 'db' | 'now'>,
  productId: number,
): Promise<ProductView> {
  return viewOf(ctx.db, ctx, await productAt(ctx.db, productId))
}

export async function addProduct(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  seasonId: number,
  planned: PlannedProduct,
): Promise<ProductView> {
  await lockShop(tx, seasonId)
  const { payType, perUserLimit, givesXp, givesTickets } = planned
  const token = payType === 'TOKEN' ? await tokenFor(tx, planned) : undefined
  const price = tokenUnits(planned.price, token?.decimals ?? 0)
  const givesNothing = givesXp + givesTickets === 0
  // A product must not give the asset it is paid with.
  const givesPaymentAsset =
    (payType === 'XP' && givesXp > 0) || (payType === 'TICKET' && givesTickets > 0)
  if (price === undefined || price === 0n || givesNothing || givesPaymentAsset) {
    throw refuse(Code.INVALID_REQUEST)
  }
  const productId = await insertProduct(
    tx,
    {
      ...planned,
      seasonId,
      price,
      chainId: token?.chainId ?? null,
      contract: token?.address ?? null,
      perMember: perUserLimit,
      onSale: true,
    },
    ctx.now(),
  )
  await endSchedule(tx, seasonId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'product.add',
    subject: `product:${productId}`,
    data: { seasonId, after: planned },
  })
  return viewOf(tx, ctx, await productAt(tx, productId))
}

async function tokenFor(tx: Db, { chainId, contract }: PlannedProduct) {
  if (chainId === undefined || contract === undefined) throw refuse(Code.INVALID_REQUEST)
  const token = await tokenAt(tx, { chainId, contract: contract === 'native' ? null : contract })
  if (!token) throw refuse(Code.NOT_FOUND)
  return token
}

export type ProductChange = {
  stock?: number | null | undefined
  stockChange?: number | undefined
  perUserLimit?: number | null | undefined
  onSale?: boolean | undefined
  position?: number | undefined
  name?: Texts | undefined
  description?: Texts | undefined
  imageUrl?: string | null | undefined
}

export async function updateProduct(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  productId: number,
  change: ProductChange,
): Promise<ProductView> {
  const product = await lockExistingProduct(tx, productId)
  const after = changedProduct(product, change)
  await changeProduct(tx, productId, after)
  if (Object.keys(changeOf(product, after).after).length > 0) {
    await endSchedule(tx, product.seasonId)
  }
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'product.change',
    subject: `product:${productId}`,
    data: changeOf(product, after),
  })
  return viewOf(tx, ctx, await productAt(tx, productId))
}

const POSITION_STEP = 10

/** Puts the products in this order, which must name every one of them. */
export async function arrangeProducts(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { seasonId, productIds }: { seasonId: number; productIds: readonly number[] },
): Promise<CallData<'product.arrange'>> {
  await lockShop(tx, seasonId)
  const products = await lockProductsOf(tx, seasonId)
  const named = new Set(productIds)
  const isComplete =
    named.size === productIds.length &&
    named.size === products.length &&
    products.every(({ id }) => named.has(id))
  if (!isComplete) throw refuse(Code.PRODUCTS_CHANGED)
  const positionOf = (productId: number) => (productIds.indexOf(productId) + 1) * POSITION_STEP
  for (const { id, position } of products) {
    if (position !== positionOf(id)) await setPosition(tx, id, positionOf(id))
  }
  const before = products
    .toSorted((one, other) => one.position - other.position || one.id - other.id)
    .map(({ id }) => id)
  await endSchedule(tx, seasonId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'product.arrange',
    subject: `season:${seasonId}`,
    data: { before: { products: before.join(', ') }, after: { products: productIds.join(', ') } },
  })
  return { list: await viewsOf(tx, ctx, await findAllProducts(tx, seasonId)) }
}

/** Locks the season before its product, as unpublishing does. */
export async function lockExistingProduct(tx: Db, productId: number): Promise<Product> {
  const found = await findProduct(tx, productId)
  if (found) await lockShop(tx, found.seasonId)
  const product = await lockProduct(tx, productId)
  if (!product) throw refuse(Code.NOT_FOUND)
  return product
}

function changedStock({ stock }: Product, change: ProductChange): number | null {
  if (change.stockChange === undefined) return change.stock === undefined ? stock : change.stock
  const after = stockAfter(stock, change.stockChange)
  if (after === undefined) throw refuse(Code.STOCK_CHANGED)
  return after
}

export function changedProduct(product: Product, change: ProductChange): ChangeableProduct {
  return {
    position: change.position ?? product.position,
    name: change.name ?? product.name,
    description: change.description ?? product.description,
    imageUrl: change.imageUrl === undefined ? product.imageUrl : change.imageUrl,
    stock: changedStock(product, change),
    perMember: change.perUserLimit === undefined ? product.perMember : change.perUserLimit,
    onSale: change.onSale ?? product.onSale,
  }
}

async function productAt(db: Db, productId: number): Promise<Product> {
  const product = await findProduct(db, productId)
  if (!product) throw refuse(Code.NOT_FOUND)
  return product
}
