import { currentLanguage } from './i18n.ts'

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value)
}

/** A token amount as the server writes it, with at least two and at most six places. */
export function formatAmount(amount: string): string {
  return new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(Number(amount))
}

/** `12 %` in English, `12%` in Korean. */
export function formatPercent(percent: number): string {
  const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 })
  return `${number.format(percent)}${currentLanguage() === 'ko' ? '%' : '\u00a0%'}`
}

/** `+50` or `−1`, with a real minus. */
export function formatChange(value: number): string {
  return value < 0 ? `\u2212${formatNumber(-value)}` : `+${formatNumber(value)}`
}
