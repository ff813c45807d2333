import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import { tokenUnits } from '@solstice/rules/round'
import type { PlannedProduct, SeasonPlan } from '@solstice/rules/season-plan'
import type { Db } from '#/platform/process/db.ts'
import { findTokens, insertProducts, type Token } from './planned-products.queries.ts'

/** Returns the products of a plan that cannot be paid: an unknown token, or too many decimals. */
export async function productProblems(db: Db, plan: SeasonPlan): Promise<PlanProblem[]> {
  const tokens = await tokensOf(db, plan)
  return plan.products.flatMap((product, at) => {
    if (product.payType !== 'TOKEN') return []
    const token = tokenOf(tokens, product)
    const values = { product: product.name.en, price: product.price }
    const name = `Product ${product.name.en}`
    if (!token) {
      const text = `${name} is paid with a token that no network lists`
      return [planProblem(`products.${at}.contract`, 'PRODUCT_TOKEN_UNKNOWN', text, values)]
    }
    if (tokenUnits(product.price, token.decimals)) return []
    const text = `${name} has a price of ${product.price}, with more decimals than ${token.symbol} has`
    return [planProblem(`products.${at}.price`, 'PRODUCT_PRICE', text, values)]
  })
}

/** Puts the products of a plan on sale, in the transaction that publishes the season. */
export async function writeProducts(
  tx: Db,
  seasonId: number,
  plan: SeasonPlan,
  at: Date,
): Promise<void> {
  const tokens = await tokensOf(tx, plan)
  const rows = plan.products.map(({ perUserLimit, price, ...product }) => {
    const token = product.payType === 'TOKEN' ? tokenOf(tokens, product) : undefined
    const units = tokenUnits(price, token?.decimals ?? 0)
    if (units === undefined) throw new Error(`Product ${product.name.en} has no valid price`)
    return {
      ...product,
      seasonId,
      price: units,
      chainId: token?.chainId ?? null,
      contract: token?.address ?? null,
      perMember: perUserLimit,
      onSale: true,
      planned: true,
      createdAt: at,
    }
  })
  await insertProducts(tx, seasonId, rows)
}

async function tokensOf(db: Db, { products }: SeasonPlan): Promise<Token[]> {
  const isPaidByToken = products.some(({ payType }) => payType === 'TOKEN')
  return isPaidByToken ? findTokens(db) : []
}

/** Addresses differ in case only by their checksum. */
function tokenOf(
  tokens: readonly Token[],
  { chainId, contract }: Pick<PlannedProduct, 'chainId' | 'contract'>,
): Token | undefined {
  const key = contract === 'native' ? null : contract?.toLowerCase()
  return tokens.find(
    (token) => token.chainId === chainId && (token.address?.toLowerCase() ?? null) === key,
  )
}
