import type { CallData } from '@solstice/contract/wire'
import { tokenText } from '@solstice/rules/round'
import type { MemberMoves } from './postings.queries.ts'

export type Sum = CallData<'explanation.mine'>['sums'][number]
export type PartName = Sum['parts'][number]['part']

/** The unit of a token's asset: its symbol and its decimals. */
export type Token = { symbol: string; decimals: number }

/** Formats an amount with its sign. */
export function signedText(amount: bigint, decimals = 0): string {
  return amount < 0n ? `-${tokenText(-amount, decimals)}` : tokenText(amount, decimals)
}

/** Adds up the parts that are not zero. A sum without such a part is left out. */
export function sumOf(
  unit: string,
  parts: readonly (readonly [part: PartName, amount: number | bigint])[],
  decimals = 0,
): Sum[] {
  const given = parts
    .map(([part, amount]) => ({ part, amount: BigInt(amount) }))
    .filter(({ amount }) => amount !== 0n)
  if (given.length === 0) return []
  const total = given.reduce((sum, { amount }) => sum + amount, 0n)
  return [
    {
      unit,
      parts: given.map(({ part, amount }) => ({ part, amount: signedText(amount, decimals) })),
      total: signedText(total, decimals),
    },
  ]
}

/**
 * Returns whether the ledger moved exactly these sums. Season XP is counted together with XP, so it
 * must be the same where a transaction has both.
 */
export function equalsMoves(sums: readonly Sum[], moves: MemberMoves, token?: Token): boolean {
  const seasonXp = moves.find(({ asset }) => asset === 'SEASON_XP')
  const rest = moves.filter(({ asset }) => asset !== 'SEASON_XP')
  const xp = rest.find(({ asset }) => asset === 'XP')
  if (seasonXp && seasonXp.amount !== xp?.amount) return false
  const moved = rest.map(({ asset, amount }) =>
    asset === 'REWARD' || asset === 'REFERRAL'
      ? `${token?.symbol} ${signedText(amount, token?.decimals)}`
      : `${asset} ${signedText(amount)}`,
  )
  const explained = sums
    .filter(({ total }) => total !== '0')
    .map(({ unit, total }) => `${unit} ${total}`)
  return moved.toSorted().join() === explained.toSorted().join()
}
