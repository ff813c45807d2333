import { queryOptions } from '@tanstack/react-query'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { relayEndpoints } from '@solstice/contract/relay.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Forecast = CallData<'payout.forecast'>['list'][number]
export type Recovery = CallData<'payout.recovery'>

export const forecastQuery = queryOptions({
  queryKey: ['treasury', 'forecast'],
  queryFn: ({ signal }) => call(payoutEndpoints['payout.forecast'], {}, { signal }),
  refetchInterval: 60_000,
})

export const recoveryQuery = (chainId: number) =>
  queryOptions({
    queryKey: ['treasury-recovery', chainId],
    queryFn: ({ signal }) =>
      call(payoutEndpoints['payout.recovery'], { params: { chainId } }, { signal }),
    refetchInterval: 10_000,
  })

export const relayQuery = queryOptions({
  queryKey: ['treasury', 'relay'],
  queryFn: ({ signal }) => call(relayEndpoints['relay.budgets'], {}, { signal }),
  refetchInterval: 60_000,
})

type NewCaps = Omit<CallInput<'payout.setCaps'>['body'], 'reason'>

export const setCaps = (
  symbol: string,
  { reason, idempotencyKey, ...caps }: NewCaps & { reason: string; idempotencyKey: string },
) =>
  call(
    payoutEndpoints['payout.setCaps'],
    { params: { symbol }, body: { ...caps, reason } },
    { idempotencyKey },
  )
