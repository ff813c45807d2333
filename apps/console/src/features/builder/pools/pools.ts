import { amountText, unitsOf } from '@solstice/rules/amount'
import { listAt, textAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

/** Enough for every token; sums of these units are exact. */
const DECIMALS = 18

const unitsAt = (draft: Draft, path: string) => unitsOf(textAt(draft, path), DECIMALS)

/** Returns the sum of all pools; undefined while one of them is not an amount. */
export function sumOfPools(draft: Draft): string | undefined {
  const pools = listAt(draft, 'rounds').map((_, at) => unitsAt(draft, `rounds.${at}.pool`))
  if (pools.length === 0) return undefined
  let sum = 0n
  for (const pool of pools) {
    if (pool === undefined) return undefined
    sum += pool
  }
  return amountText(sum, DECIMALS)
}

/** Returns the numbers of the rounds whose pool is more than may be paid in a day. */
export function aboveCap(draft: Draft, perDay: string): number[] {
  const cap = unitsOf(perDay, DECIMALS)
  return listAt(draft, 'rounds').flatMap((_, at) => {
    const pool = unitsAt(draft, `rounds.${at}.pool`)
    return cap !== undefined && pool !== undefined && pool > cap ? [at + 1] : []
  })
}

type Treasury = {
  lanes: readonly { balances: readonly { symbol: string; amount: string }[] | null }[]
}

/** Returns what the treasury has of a token; undefined if no node answered. */
export function coverOf({ lanes }: Treasury, symbol: string): string | undefined {
  const known = lanes.flatMap(({ balances }) => (balances === null ? [] : [balances]))
  if (known.length === 0) return undefined
  const units = known
    .flat()
    .filter((balance) => balance.symbol === symbol)
    .reduce((sum, { amount }) => sum + (unitsOf(amount, DECIMALS) ?? 0n), 0n)
  return amountText(units, DECIMALS)
}
