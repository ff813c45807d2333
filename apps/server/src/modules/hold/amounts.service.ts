import { tokenText } from '@solstice/rules/round'
import { currentTerms } from '#/modules/invite/terms.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { findHeldAmounts, type HeldAmount } from './amounts.queries.ts'

/** Returns what holds keep from members, by member. */
export async function heldAmountsOf(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, HeldAmount[]>> {
  const amounts = new Map<number, HeldAmount[]>()
  if (memberIds.length === 0) return amounts
  const { symbol } = await currentTerms(db)
  for (const amount of await findHeldAmounts(db, memberIds, symbol)) {
    amounts.set(amount.memberId, [...(amounts.get(amount.memberId) ?? []), amount])
  }
  return amounts
}

type Sum = Pick<HeldAmount, 'symbol' | 'decimals' | 'amount'>

/** Sums amounts by token. */
export function sumAmounts(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { symbol, decimals, amount } of amounts) {
    const key = `${symbol} ${decimals}`
    const before = sums.get(key)?.amount ?? 0n
    sums.set(key, { symbol, decimals, amount: before + amount })
  }
  return Array.from(sums.values())
}

export const amountViews = (amounts: readonly Sum[]) =>
  sumAmounts(amounts).map(({ symbol, decimals, amount }) => ({
    symbol,
    amount: tokenText(amount, decimals),
  }))
