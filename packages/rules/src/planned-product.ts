import { planProblem, type PlanProblem } from './plan-problem.ts'
import type { PayType } from './refund.ts'
import { tokenUnits } from './round.ts'
import type { Texts } from './missions/mission-plan.ts'

/** A product of the season's shop, which goes on sale when the season is published. */
export type PlannedProduct = {
  name: Texts
  description: Texts
  imageUrl: string | null
  payType: PayType
  /** A whole number of XP or tickets, or a token amount. */
  price: string
  /** Set for a token only: its chain, and its address or `native`. */
  chainId: number | null
  contract: string | null
  givesXp: number
  givesTickets: number
  /** Null if unlimited. */
  stock: number | null
  perUserLimit: number | null
  position: number
}

/** The most decimals of any token; whether the chosen token has them is checked with its network. */
const TOKEN_DECIMALS = 18

export function validateProducts(products: readonly PlannedProduct[]): PlanProblem[] {
  return products.flatMap((product, at) => validateProduct(product, at))
}

function validateProduct(product: PlannedProduct, at: number): PlanProblem[] {
  const problems: PlanProblem[] = []
  const { payType, price, givesXp, givesTickets } = product
  const name = `Product ${product.name.en}`
  const values = { product: product.name.en, price }
  const add = (field: string, code: PlanProblem['code'], text: string) =>
    problems.push(planProblem(`products.${at}.${field}`, code, `${name} ${text}`, values))
  const units = tokenUnits(price, payType === 'TOKEN' ? TOKEN_DECIMALS : 0)
  if (units === undefined || units === 0n) {
    add(
      'price',
      'PRODUCT_PRICE',
      payType === 'TOKEN'
        ? `has no valid price: ${price}`
        : `has a price of ${price}, but it must be a whole number above 0`,
    )
  }
  if (givesXp + givesTickets === 0) add('givesXp', 'PRODUCT_GIVES_NOTHING', 'gives nothing')
  if (payType === 'XP' && givesXp > 0) {
    add('givesXp', 'PRODUCT_GIVES_PAYMENT', 'gives the XP with which it is paid')
  }
  if (payType === 'TICKET' && givesTickets > 0) {
    add('givesTickets', 'PRODUCT_GIVES_PAYMENT', 'gives the tickets with which it is paid')
  }
  if (payType === 'TOKEN' && (product.chainId === null || product.contract === null)) {
    add('contract', 'PRODUCT_NO_TOKEN', 'names no token')
  }
  return problems
}
