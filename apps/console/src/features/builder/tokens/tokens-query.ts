import { queryOptions } from '@tanstack/react-query'
import { networkEndpoints } from '@solstice/contract/network.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Token = CallData<'network.showContracts'>['list'][number]

const STALE_AFTER_MS = 5 * 60_000

export const networksQuery = queryOptions({
  queryKey: ['builder', 'networks'],
  queryFn: ({ signal }) => call(networkEndpoints['network.showAll'], {}, { signal }),
  staleTime: STALE_AFTER_MS,
})

export const tokensQuery = queryOptions({
  queryKey: ['builder', 'tokens'],
  queryFn: ({ signal }) => call(networkEndpoints['network.showContracts'], {}, { signal }),
  staleTime: STALE_AFTER_MS,
})

const isSameAddress = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && one.toLowerCase() === other.toLowerCase())

/** Finds a token by its chain and its address; null is the coin of the chain. */
export const findToken = (
  tokens: readonly Token[],
  chainId: number | undefined,
  address: string | null,
) => tokens.find((token) => token.chainId === chainId && isSameAddress(token.address, address))
