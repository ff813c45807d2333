import { createHash } from 'node:crypto'
import { amountText, centsForUnits } from '@solstice/rules/amount'
import type { PayType } from '@solstice/rules/refund'
import { tokenUnits } from '@solstice/rules/round'
import {
  changesBetween,
  type Change,
  type SubjectReader,
} from '#/modules/approval/approval-subject.service.ts'
import { fetchUsdPrice } from '#/modules/network/network-operator.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import { Code } from '@solstice/contract/codes'
import { canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { changedProduct, lockExistingProduct, type PlannedProduct } from './product-plan.service.ts'
import { findAllProducts, findProduct, lockSeasonState, type Product } from './product.queries.ts'

const contractOf = ({ contract }: PlannedProduct) =>
  contract === 'native' || contract === undefined ? null : contract

/** Returns the price of a token in US dollars, with which the rule compares what the product gives. */
async function fetchPriceOf(
  ctx: Pick<AppContext, 'db' | 'prices' | 'log'>,
  at: { chainId: number; contract: string | null },
): Promise<string | undefined> {
  const token = await tokenAt(ctx.db, at)
  return token ? fetchUsdPrice(ctx, token.symbol) : undefined
}

export async function fetchTokenPrice(
  ctx: Pick<AppContext, 'db' | 'prices' | 'log'>,
  planned: PlannedProduct,
): Promise<string | undefined> {
  const { payType, chainId } = planned
  if (payType !== 'TOKEN' || chainId === undefined) return undefined
  return fetchPriceOf(ctx, { chainId, contract: contractOf(planned) })
}

export async function fetchProductTokenPrice(
  ctx: Pick<AppContext, 'db' | 'prices' | 'log'>,
  productId: number,
): Promise<string | undefined> {
  const product = await findProduct(ctx.db, productId)
  if (!product || product.chainId === null) return undefined
  return fetchPriceOf(ctx, { chainId: product.chainId, contract: product.contract })
}

/** Returns the price as the rule compares it: XP, tickets or US cents. */
function priceFor(
  payType: PayType,
  price: bigint | undefined,
  { decimals, usd }: { decimals: number; usd: string | undefined },
): bigint | undefined {
  if (payType !== 'TOKEN' || price === undefined) return price
  return centsForUnits(price, decimals, usd ?? null)
}

export const readNewProduct: SubjectReader<'product.add', string> = async (
  tx,
  _ctx,
  { params, body, prepared },
) => {
  const planned = body
  const season = await lockSeasonState(tx, params.seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  const { chainId, payType, givesXp } = planned
  const token =
    payType === 'TOKEN' && chainId !== undefined
      ? await tokenAt(tx, { chainId, contract: contractOf(planned) })
      : undefined
  const decimals = token?.decimals ?? 0
  const price = tokenUnits(planned.price, decimals)
  const usd = prepared
  return {
    subject: `season:${params.seasonId}`,
    values: {
      seasonId: params.seasonId,
      nameEn: planned.name.en,
      nameKo: planned.name.ko,
      price: planned.price,
      symbol: token?.symbol ?? payType,
      // Tokens of several networks share a symbol.
      ...(payType === 'TOKEN' && chainId !== undefined
        ? { chainId, contract: planned.contract ?? 'native' }
        : {}),
      givesXp,
      givesTickets: planned.givesTickets,
      stock: planned.stock,
      perUserLimit: planned.perUserLimit,
    },
    figures: [{ name: 'priceUsd', value: usd ?? '', unit: 'USD', limit: null }],
    facts: () => ({
      isLess: false,
      payType,
      isDraft: season === 'DRAFT',
      givesXp,
      givesTickets: planned.givesTickets,
      price: priceFor(payType, price, { decimals, usd }),
    }),
  }
}

const saleOf = ({ stock, perMember, onSale }: Pick<Product, 'stock' | 'perMember' | 'onSale'>) => ({
  stock,
  perUserLimit: perMember,
  onSale,
})

const contentOf = ({
  position,
  name,
  description,
  imageUrl,
}: Pick<Product, 'position' | 'name' | 'description' | 'imageUrl'>) => ({
  position,
  nameEn: name.en,
  nameKo: name.ko,
  descriptionEn: description.en,
  descriptionKo: description.ko,
  imageUrl,
})

/** Null stands for no limit. */
const isMore = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before)

/** Leaves out the stock left, which is a running balance; only the wish belongs to the proposal. */
const stockWish = (change: Change, units: number | undefined): Change =>
  units === undefined
    ? { ...change, before: null }
    : { field: 'stockChange', before: null, after: units }

export const readProductChange: SubjectReader<'product.change', string> = async (
  tx,
  _ctx,
  { params, body, prepared },
) => {
  const product = await lockExistingProduct(tx, params.productId)
  const after = changedProduct(product, body)
  const season = await lockSeasonState(tx, product.seasonId)
  const { chainId, contract, payType, givesXp, givesTickets } = product
  const token = chainId === null ? undefined : await tokenAt(tx, { chainId, contract })
  return {
    subject: `product:${product.id}`,
    values: {
      productId: product.id,
      seasonId: product.seasonId,
      nameEn: product.name.en,
      nameKo: product.name.ko,
      price: amountText(product.price, token?.decimals ?? 0),
      symbol: token?.symbol ?? payType,
      givesXp,
      givesTickets,
    },
    changes: changesBetween(
      { ...saleOf(product), ...contentOf(product) },
      { ...saleOf(after), ...contentOf(after) },
    ).map((change) => (change.field === 'stock' ? stockWish(change, body.stockChange) : change)),
    facts: () => ({
      isLess:
        !(after.onSale && !product.onSale) &&
        !isMore(product.stock, after.stock) &&
        !isMore(product.perMember, after.perMember),
      payType,
      isDraft: season === 'DRAFT',
      givesXp,
      givesTickets,
      price: priceFor(payType, product.price, { decimals: token?.decimals ?? 0, usd: prepared }),
    }),
  }
}

/**
 * Returns the products of a season that is not published yet, as a proposal to publish shows them.
 * Nobody buys there, so that the stock is no running balance.
 */
export async function productsToPublish(
  tx: Db,
  seasonId: number,
): Promise<{ products: number; productsHash: string }> {
  const products = await findAllProducts(tx, seasonId)
  const content = products.map(({ createdAt: _createdAt, price, ...product }) => ({
    ...product,
    price: price.toString(),
  }))
  const productsHash = createHash('sha256').update(canonicalJson(content)).digest('hex')
  return { products: products.filter(({ onSale }) => onSale).length, productsHash }
}
