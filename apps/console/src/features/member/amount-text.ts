import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'

const MINUS = '\u2212'

/** Formats an amount without its sign: whole units of the programme, or at least two decimals. */
export function plainAmount(amount: string, unit: string): string {
  const size = amount.replace(/^[+-]/, '')
  return isProgrammeUnit(unit) ? formatNumber(Number(size)) : formatAmount(size)
}

/** Formats `+157`, `−20` or `0`, with a real minus sign. */
export function signedAmount(amount: string, unit: string): string {
  const size = plainAmount(amount, unit)
  if (Number(amount) === 0) return size
  return amount.startsWith('-') ? `${MINUS}${size}` : `+${size}`
}

/** Formats `+157 XP`, `+2 tickets` or `−5.00 USDS`. */
export function changeText(amount: string, unit: string): string {
  return withUnit(signedAmount(amount, unit), amount, unit)
}

/** Formats `157 XP` or `9.26 USDS`, for a sentence that says what is done with it. */
export function amountText(amount: string, unit: string): string {
  return withUnit(plainAmount(amount, unit), amount, unit)
}

/** The header of a column of amounts. */
export const unitName = (unit: string): string => findTextOf('member', `unitNames.${unit}`) ?? unit

function withUnit(shown: string, amount: string, unit: string): string {
  const count = Math.abs(Number(amount))
  return findTextOf('member', `units.${unit}`, { count, amount: shown }) ?? `${shown}\u00a0${unit}`
}

const isProgrammeUnit = (unit: string) => findTextOf('member', `unitNames.${unit}`) !== undefined
