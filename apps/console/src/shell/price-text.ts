import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'

/** Formats `100 XP`, `3 tickets` or `5.00 USDS`; without a symbol, only the number. */
export function priceText(amount: string, symbol: string): string {
  const count = Number(amount)
  const shown = findTextOf('member', `units.${symbol}`, { count, amount: formatNumber(count) })
  return shown ?? [formatAmount(amount), symbol].filter(Boolean).join('\u00a0')
}

type Gift = { xp: number; tickets: number; credit: number }

/** Formats what a purchase gives, such as `500 XP, 3 tickets`; empty for nothing. */
export function giftText({ xp, tickets, credit }: Gift): string {
  const parts = [
    [xp, 'XP'],
    [tickets, 'TICKET'],
    [credit, 'CREDIT'],
  ] as const
  return parts
    .filter(([amount]) => amount !== 0)
    .map(([amount, unit]) => priceText(String(amount), unit))
    .join(', ')
}
