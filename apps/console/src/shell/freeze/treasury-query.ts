import { queryOptions } from '@tanstack/react-query'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import { todayQuery } from '#/shell/today-query.ts'

export type Treasury = CallData<'payout.treasury'>
export type Lane = Treasury['lanes'][number]

export const treasuryQuery = queryOptions({
  queryKey: ['treasury'],
  queryFn: ({ signal }) => call(payoutEndpoints['payout.treasury'], {}, { signal }),
  refetchInterval: 30_000,
})

export const freeze = (chainId: number | null, reason: string) =>
  call(payoutEndpoints['payout.freeze'], { body: { chainId, reason } })

export const unfreeze = (
  chainId: number | null,
  reason: string,
  idempotencyKey: string,
  adopt = false,
) =>
  call(payoutEndpoints['payout.unfreeze'], { body: { chainId, reason, adopt } }, { idempotencyKey })

/** Shows the new state at once; present balances, the alarms of the day and the history follow. */
export function noteTreasury(treasury: Treasury): void {
  queryClient.setQueryData(treasuryQuery.queryKey, treasury)
  void queryClient.invalidateQueries(treasuryQuery)
  void queryClient.invalidateQueries({ queryKey: ['treasury-recovery'] })
  void queryClient.invalidateQueries(todayQuery)
  void queryClient.invalidateQueries({ queryKey: ['history'] })
}
