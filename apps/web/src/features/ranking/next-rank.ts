import type { Ranking, RankingRow } from './api.ts'

/** The member right above, whom the list or the neighbours tell. */
export function rowAbove({ list, neighbours, me }: Ranking): RankingRow | undefined {
  if (me.rank === null || me.rank === 1) return undefined
  const rank = me.rank - 1
  return [...neighbours, ...list].find((row) => row.rank === rank)
}
