import { currentLanguage } from '#/lib/i18n.ts'

/** Formats a limit in whole dollars. */
export function formatLimit(usd: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(usd)
}
