import { formatAmount } from '@solstice/ui/format.ts'
import type { Span } from '#/lib/elapsed-share.ts'
import type { FairPlay, Hold } from './api.ts'

/** A hold applies until it is released or its time runs out. */
export const isActive = ({ state }: Pick<Hold, 'state'>): boolean =>
  state === 'OPEN' || state === 'UPHELD'

/** Returns the longest time of a hold. */
export const spanOf = ({ openedAt, until }: Pick<Hold, 'openedAt' | 'until'>): Span => ({
  startMs: Date.parse(openedAt),
  endMs: Date.parse(until),
})

/** Returns `18.08 USDS, 3 TIDE`; undefined if nothing waits. */
export function amountsText(amounts: Hold['amounts']): string | undefined {
  if (amounts.length === 0) return undefined
  return amounts.map(({ amount, symbol }) => `${formatAmount(amount)}\u00a0${symbol}`).join(', ')
}

/**
 * Returns the hold that a screen shows: the one of the address, or the only one. A hold of the
 * address that does not exist leads to the list.
 */
export function shownHold(holds: readonly Hold[], holdId: number | undefined): Hold | undefined {
  const named = holds.find((each) => each.holdId === holdId)
  return named ?? (holds.length === 1 ? holds[0] : undefined)
}

/** Sums the published months of a column. */
export const sumOf = (
  months: FairPlay['months'],
  name: Exclude<keyof FairPlay['months'][number], 'month'>,
): number => months.reduce((sum, month) => sum + month[name], 0)
