import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { useOnSettled } from '#/lib/use-on-settled.ts'
import { purchasesQuery } from './api.ts'
import type { Purchase } from './api.ts'

/** The last purchases, as they go on. Whatever is settled changes the numbers of the season too. */
export function usePurchases(seasonId: number): {
  purchases: Purchase[] | undefined
  /** Whether they are there, or will not come. */
  isKnown: boolean
} {
  const queries = useQueryClient()
  const { data: purchases, isError } = useQuery(purchasesQuery(seasonId))
  useOnSettled(
    purchases?.filter(isUnderWay).map(({ historyId }) => historyId),
    () => void refreshProgramme(queries),
  )
  return { purchases, isKnown: purchases !== undefined || isError }
}

function isUnderWay({ status }: Purchase): boolean {
  return status === 'PENDING' || status === 'REFUND_REQUESTED'
}
