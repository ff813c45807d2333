import { amountText, centsForUnits } from '@solstice/rules/amount'
import { tokenUnits } from '@solstice/rules/round'
import { changesBetween, type SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { fetchUsdPrice } from '#/modules/network/network-operator.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import { Code } from '@solstice/contract/codes'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { changedProduct, lockExistingProduct, type PlannedProduct } from './product-plan.service.ts'
import { findSeasonState, type Product } from './product.queries.ts'

const contractOf = ({ contract }: PlannedProduct) =>
  contract === 'native' || contract === undefined ? null : contract

/** Returns the price of the token in US dollars, which the rule compares with the XP. */
export async function fetchTokenPrice(
  ctx: Pick<AppContext, 'db' | 'prices' | 'log'>,
  planned: PlannedProduct,
): Promise<string | undefined> {
  const { payType, chainId } = planned
  if (payType !== 'TOKEN' || chainId === undefined) return undefined
  const token = await tokenAt(ctx.db, { chainId, contract: contractOf(planned) })
  return token ? fetchUsdPrice(ctx, token.symbol) : undefined
}

export const readNewProduct: SubjectReader<'product.add', string> = async (
  tx,
  _ctx,
  { params, body, prepared },
) => {
  const planned = body
  const season = await findSeasonState(tx, params.seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  const { chainId, payType, givesXp } = planned
  const token =
    payType === 'TOKEN' && chainId !== undefined
      ? await tokenAt(tx, { chainId, contract: contractOf(planned) })
      : undefined
  const decimals = token?.decimals ?? 0
  const price = tokenUnits(planned.price, decimals)
  const usd = prepared
  const cents = price === undefined ? undefined : centsForUnits(price, decimals, usd ?? null)
  return {
    subject: `season:${params.seasonId}`,
    values: {
      seasonId: params.seasonId,
      nameEn: planned.name.en,
      nameKo: planned.name.ko,
      price: planned.price,
      symbol: token?.symbol ?? payType,
      givesXp,
      givesTickets: planned.givesTickets,
      stock: planned.stock,
      perUserLimit: planned.perUserLimit,
    },
    figures: [{ name: 'priceUsd', value: usd ?? '', unit: 'USD', limit: null }],
    facts: () => ({
      isLess: false,
      isPaidByToken: payType === 'TOKEN',
      isDraft: season === 'DRAFT',
      givesXp,
      cents,
    }),
  }
}

const saleOf = ({ stock, perMember, onSale }: Pick<Product, 'stock' | 'perMember' | 'onSale'>) => ({
  stock,
  perUserLimit: perMember,
  onSale,
})

/** Null stands for no limit. */
const isMore = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before)

export const readProductChange: SubjectReader<'product.change'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const product = await lockExistingProduct(tx, params.productId)
  const after = changedProduct(product, body)
  const season = await findSeasonState(tx, product.seasonId)
  const { chainId, contract } = product
  const token = chainId === null ? undefined : await tokenAt(tx, { chainId, contract })
  return {
    subject: `product:${product.id}`,
    values: {
      productId: product.id,
      seasonId: product.seasonId,
      nameEn: product.name.en,
      nameKo: product.name.ko,
      price: amountText(product.price, token?.decimals ?? 0),
      symbol: token?.symbol ?? product.payType,
    },
    // The stock left is a running balance; only the wish belongs to the proposal.
    changes: changesBetween(saleOf(product), saleOf(after)).map((change) =>
      change.field === 'stock' ? { ...change, before: null } : change,
    ),
    facts: () => ({
      isLess:
        !(after.onSale && !product.onSale) &&
        !isMore(product.stock, after.stock) &&
        !isMore(product.perMember, after.perMember),
      isPaidByToken: product.payType === 'TOKEN',
      isDraft: season === 'DRAFT',
      // The rate was judged when the product was added, and cannot change.
      givesXp: 0,
      cents: undefined,
    }),
  }
}
