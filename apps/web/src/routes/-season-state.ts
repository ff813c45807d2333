import { useQuery } from '@tanstack/react-query'
import { seasonQuery } from '#/features/season/api.ts'
import type { SeasonState } from '#/features/shop/product-view.ts'

/** Returns the spendable balances and whether the season is open. */
export function useSeasonState(seasonId: number): SeasonState {
  const { data: season, isError, refetch } = useQuery(seasonQuery(seasonId))
  return {
    balances: season?.me,
    isOpen: !season || season.status === 'ONGOING',
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
