import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { useOnSettled } from '#/lib/use-on-settled.ts'
import { purchasesQuery } from './api.ts'
import type { Purchase } from './api.ts'

/**
 * Returns the latest purchases and keeps them current. A settled purchase also refreshes the
 * season's balances.
 */
export function usePurchases(seasonId: number): {
  purchases: Purchase[] | undefined
  /** True once the purchases are loaded or have failed to load. */
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
