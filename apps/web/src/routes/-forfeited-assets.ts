import { useQuery } from '@tanstack/react-query'
import type { ForfeitedAssets } from '#/features/account/forfeited-assets.tsx'
import { inviteSummaryQuery, termsQuery } from '#/features/invite/api.ts'
import { creditQuery, purchasesQuery } from '#/features/shop/api.ts'

/** Returns what the member loses with the account; unknown amounts are omitted. */
export function useForfeitedAssets(isEnabled: boolean): ForfeitedAssets | undefined {
  const { data: terms } = useQuery({ ...termsQuery(), enabled: isEnabled })
  const { data: numbers } = useQuery({ ...inviteSummaryQuery(), enabled: isEnabled })
  const { data: credit } = useQuery({ ...creditQuery(), enabled: isEnabled })
  const seasonId = terms?.seasonId ?? null
  const { data: purchases } = useQuery({
    ...purchasesQuery(seasonId ?? 0),
    enabled: isEnabled && seasonId !== null,
  })
  if (!isEnabled) return undefined
  const credits = credit?.orders.filter(({ status }) => status === 'SUBMITTED') ?? []
  const products = purchases?.filter(({ status, txHash }) => status === 'PENDING' && txHash) ?? []
  return {
    symbol: terms?.referralSymbol ?? '',
    withdrawable: numbers?.withdrawable ?? '0',
    unclaimed: numbers?.referralBalance ?? '0',
    credit: credit?.balance ?? 0,
    paidOrders: credits.length + products.length,
  }
}
