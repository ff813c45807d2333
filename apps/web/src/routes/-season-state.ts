import { useQuery } from '@tanstack/react-query'
import { seasonQuery } from '#/features/season/api.ts'
import type { SeasonState } from '#/features/shop/product-view.ts'

/** What can be spent, and whether anything can be bought: the season says it. */
export function useSeasonState(seasonId: number): SeasonState {
  const { data: season, isError, refetch } = useQuery(seasonQuery(seasonId))
  return {
    balances: season?.me,
    isOpen: !season || season.status === 'ONGOING',
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
