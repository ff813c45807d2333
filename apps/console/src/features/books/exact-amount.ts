import { currentLanguage } from '@solstice/ui/language.ts'

const MINUS = '\u2212'

/** Formats an amount with every digit, because books are compared to the last unit. */
export function formatExact(amount: string): string {
  const [whole = '0', fraction] = amount.replace(/^-/, '').split('.')
  const grouped = BigInt(whole).toLocaleString(currentLanguage())
  const sign = amount.startsWith('-') ? MINUS : ''
  return `${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}
