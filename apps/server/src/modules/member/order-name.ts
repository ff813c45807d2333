import type { Language } from '@solstice/contract/messages'
import { tokenText } from '@solstice/rules/round'
import type { Texts } from '@solstice/rules/season-plan'

/** Returns the name of the product; a package of credit has none of its own. */
export function orderName(
  { productName, givesCredit }: { productName: Texts | null; givesCredit: number },
  language: Language,
): string {
  if (productName) return productName[language]
  return { en: `${givesCredit} credit`, ko: `크레딧 ${givesCredit}` }[language]
}

type Price = {
  price: bigint
  payType: 'XP' | 'TICKET' | 'TOKEN'
  symbol: string | null
  decimals: number | null
}

/** Returns the price in the unit in which the member pays. */
export function priceOf({ price, payType, symbol, decimals }: Price) {
  if (payType !== 'TOKEN') return { amount: price.toString(), unit: payType }
  return { amount: tokenText(price, decimals ?? 0), unit: symbol ?? payType }
}
