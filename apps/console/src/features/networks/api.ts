import { queryOptions } from '@tanstack/react-query'
import { networkEndpoints } from '@solstice/contract/network.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'

export type Network = CallData<'network.showAll'>['list'][number]
export type Token = CallData<'network.showContracts'>['list'][number]
export type Price = CallData<'network.showPrices'>['list'][number]

export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => call(networkEndpoints['network.showAll'], {}, { signal }),
  refetchInterval: 30_000,
})

export const tokensQuery = queryOptions({
  queryKey: ['networks', 'tokens'],
  queryFn: ({ signal }) => call(networkEndpoints['network.showContracts'], {}, { signal }),
})

export const pricesQuery = queryOptions({
  queryKey: ['networks', 'prices'],
  queryFn: ({ signal }) => call(networkEndpoints['network.showPrices'], {}, { signal }),
  refetchInterval: 60_000,
})

export function readNetworks(): void {
  void queryClient.invalidateQueries({ queryKey: ['networks'] })
  void queryClient.invalidateQueries({ queryKey: ['history'] })
}

type Confirmed = { reason: string; idempotencyKey: string }

export const setNetwork = (
  chainId: number,
  settings: Omit<CallInput<'network.set'>['body'], 'reason'>,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    networkEndpoints['network.set'],
    { params: { chainId }, body: { ...settings, reason } },
    { idempotencyKey },
  )

export const setToken = (
  params: { chainId: number; contract: string },
  settings: Omit<CallInput<'network.setContract'>['body'], 'reason'>,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    networkEndpoints['network.setContract'],
    { params, body: { ...settings, reason } },
    { idempotencyKey },
  )

export const setPrice = (
  symbol: string,
  priceUsd: string | null,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    networkEndpoints['network.setPrice'],
    { params: { symbol }, body: { priceUsd, reason } },
    { idempotencyKey },
  )
