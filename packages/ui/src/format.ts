import { currentLanguage } from './language.ts'

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value)
}

/** Formats a token amount with all decimals from the server, and at least two. */
export function formatAmount(amount: string): string {
  return new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  }).format(Number(amount))
}

/**
 * Formats an amount in a list: two decimals, truncated and never rounded up; very small amounts
 * keep all decimals.
 */
export function formatShortAmount(amount: string): string {
  const value = Number(amount)
  return value !== 0 && value < 0.01
    ? formatAmount(amount)
    : formatAmount(String(Math.floor(value * 100) / 100))
}

/** Formats `12%`, without a space in both languages. */
export function formatPercent(percent: number): string {
  const number = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 })
  return `${number.format(percent)}%`
}

/** Formats `+50` or `−1`, with a real minus sign. */
export function formatChange(value: number): string {
  return value < 0 ? `\u2212${formatNumber(-value)}` : `+${formatNumber(value)}`
}
