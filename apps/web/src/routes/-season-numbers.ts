import { useQuery } from '@tanstack/react-query'
import { seasonQuery } from '#/features/season/api.ts'
import type { SeasonNumbers } from '#/features/shop/product-view.ts'

/** What can be spent, and whether anything can be bought: the season says it. */
export function useSeasonNumbers(seasonId: number): SeasonNumbers {
  const { data: season, isError, refetch } = useQuery(seasonQuery(seasonId))
  return {
    purse: season?.me,
    isOpen: !season || season.status === 'ONGOING',
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
