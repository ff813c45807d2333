import { formatAmount, formatChange, formatNumber } from '@solstice/ui/format.ts'
import type { Translate } from '#/lib/texts.ts'
import type { Product } from './api.ts'

type Priced = Pick<Product, 'payType' | 'price'> & { tokenSymbol: string | null }

/** Formats a price as `1,200 XP`, `3 tickets` or `5.00 USDS`. */
export function priceText({ payType, price, tokenSymbol }: Priced, t: Translate<'shop'>): string {
  switch (payType) {
    case 'XP':
      return t('xp', { xp: formatNumber(Number(price)) })
    case 'TICKET':
      return t('tickets', { count: Number(price), number: formatNumber(Number(price)) })
    case 'TOKEN':
      return `${formatAmount(price)} ${tokenSymbol ?? ''}`.trim()
  }
}

/** Formats the credited items as `+500 XP`, `+3 tickets`, or both. */
export function givesText(
  { givesXp, givesTickets }: Pick<Product, 'givesXp' | 'givesTickets'>,
  t: Translate<'shop'>,
): string {
  const parts = [
    givesXp > 0 && t('xp', { xp: formatChange(givesXp) }),
    givesTickets > 0 && t('tickets', { count: givesTickets, number: formatChange(givesTickets) }),
  ]
  return parts.filter(Boolean).join(' · ')
}
