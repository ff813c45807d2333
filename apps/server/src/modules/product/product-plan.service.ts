import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import type { Texts } from '@solstice/rules/season-plan'
import { tokenUnits } from '@solstice/rules/round'
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
  lockSeasonState,
  type Product,
} from './product.queries.ts'

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
  ctx: Pick<AppContext, 'db'>,
  seasonId: number,
): Promise<CallData<'product.listAll'>> {
  await assertSeasonExists(ctx.db, seasonId)
  const list: ProductView[] = []
  for (const product of await findAllProducts(ctx.db, seasonId)) {
    list.push(await viewOf(ctx.db, product))
  }
  return { list }
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
  return viewOf(tx, await productAt(tx, productId))
}

async function tokenFor(tx: Db, { chainId, contract }: PlannedProduct) {
  if (chainId === undefined || contract === undefined) throw refuse(Code.INVALID_REQUEST)
  const token = await tokenAt(tx, { chainId, contract: contract === 'native' ? null : contract })
  if (!token) throw refuse(Code.NOT_FOUND)
  return token
}

export type ProductChange = {
  stock?: number | null | undefined
  perUserLimit?: number | null | undefined
  onSale?: boolean | undefined
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
  return viewOf(tx, await productAt(tx, productId))
}

/** Locks the season before its product, as unpublishing does. */
export async function lockExistingProduct(tx: Db, productId: number): Promise<Product> {
  const found = await findProduct(tx, productId)
  if (found) await lockShop(tx, found.seasonId)
  const product = await lockProduct(tx, productId)
  if (!product) throw refuse(Code.NOT_FOUND)
  return product
}

export function changedProduct(product: Product, change: ProductChange) {
  return {
    stock: change.stock === undefined ? product.stock : change.stock,
    perMember: change.perUserLimit === undefined ? product.perMember : change.perUserLimit,
    onSale: change.onSale ?? product.onSale,
  }
}

async function productAt(db: Db, productId: number): Promise<Product> {
  const product = await findProduct(db, productId)
  if (!product) throw refuse(Code.NOT_FOUND)
  return product
}

async function viewOf(db: Db, product: Product): Promise<ProductView> {
  const { chainId, contract, payType, price } = product
  const token = chainId === null ? undefined : await tokenAt(db, { chainId, contract })
  return {
    productId: product.id,
    seasonId: product.seasonId,
    position: product.position,
    name: product.name,
    description: product.description,
    payType,
    price: `${amountText(price, token?.decimals ?? 0)} ${token?.symbol ?? payType}`,
    chainId,
    givesXp: product.givesXp,
    givesTickets: product.givesTickets,
    stock: product.stock,
    perUserLimit: product.perMember,
    onSale: product.onSale,
  }
}
