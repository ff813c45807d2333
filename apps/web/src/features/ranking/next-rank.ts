import type { Ranking, RankingRow } from './api.ts'

/** Returns the member directly above, from the list or the neighbours. */
export function rowAbove({ list, neighbours, me }: Ranking): RankingRow | undefined {
  if (me.rank === null || me.rank === 1) return undefined
  const rank = me.rank - 1
  return [...neighbours, ...list].find((row) => row.rank === rank)
}
