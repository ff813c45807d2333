import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { isSameAddress } from '#/features/wallet/address.ts'
import { onSignOut } from '#/lib/sign-out.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'
import { POLL_MS, assetsKey, readBalance } from './assets.ts'
import type { Holding } from './assets.ts'
import { assetsListQuery } from './networks.ts'
import type { Asset, Network } from './networks.ts'
import { NODE_QUERY } from './rpc.ts'
import type { TokenFacts } from './read-token.ts'

/** Tokens that a member added by address. They are stored on this device only and have no price. */
type AddedState = { userId: string | undefined; list: Asset[] }

const NO_MEMBER: AddedState = { userId: undefined, list: [] }
const useAdded = create<AddedState>(() => NO_MEMBER)
onSignOut(() => useAdded.setState(NO_MEMBER))

const keyOf = (userId: string) => memberKey('tokens', userId)

export function readAdded(userId: string): Asset[] {
  try {
    const list: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId)) ?? 'null')
    return Array.isArray(list) ? (list as Asset[]) : [] // Only this app writes it.
  } catch {
    return []
  }
}

function keep(userId: string, list: Asset[]): void {
  deviceStorage.setItem(keyOf(userId), JSON.stringify(list))
  useAdded.setState({ userId, list })
}

/** Server ids are positive, so added tokens get negative ids. */
export function addToken(userId: string, network: Network, token: TokenFacts): void {
  const list = readAdded(userId)
  const contractId = Math.min(0, ...list.map((each) => each.contractId)) - 1
  const { networkId, chainId } = network
  const unpriced = { logoUrl: null, priceUsd: null, priceChange24h: null }
  const added = { ...token, ...unpriced, contractId, networkId, chainId }
  if (!list.some((each) => isSameToken(each, added))) keep(userId, [...list, added])
}

export function removeToken(userId: string, contractId: number): void {
  keep(
    userId,
    readAdded(userId).filter((each) => each.contractId !== contractId),
  )
}

const isSameToken = (one: Asset, other: Asset) =>
  one.chainId === other.chainId && isSameAddress(one.address ?? '', other.address ?? '')

/** Returns the added tokens except those that the server lists by now. */
export function useAddedTokens(userId: string): Asset[] {
  const state = useAdded()
  const { data: listed } = useQuery(assetsListQuery)
  return useMemo(() => {
    const list = state.userId === userId ? state.list : readAdded(userId)
    return list.filter((added) => !listed?.some((each) => isSameToken(each, added)))
  }, [state, userId, listed])
}

/**
 * Returns every asset that this member can hold and send; undefined until the server has listed
 * them.
 */
export function useAssets(userId: string): Asset[] | undefined {
  const { data: listed } = useQuery(assetsListQuery)
  const added = useAddedTokens(userId)
  return useMemo(() => listed && [...listed, ...added], [listed, added])
}

const addedBalanceQuery = (network: Network, address: string, contract: string) =>
  queryOptions({
    ...NODE_QUERY,
    queryKey: [...assetsKey(network.chainId, address), contract],
    queryFn: () => readBalance(network, address, contract),
    staleTime: 15_000,
    refetchOnWindowFocus: false,
    refetchInterval: POLL_MS,
    retry: 2,
  })

/** Returns the holdings of the tokens that the member added. */
export function useAddedHoldings(
  userId: string,
  address: string,
  networks: readonly Network[],
): Holding[] {
  const added = useAddedTokens(userId).flatMap((asset) => {
    const network = networks.find(({ chainId }) => chainId === asset.chainId)
    return network && asset.address !== null ? [{ asset, network, contract: asset.address }] : []
  })
  const amounts = useQueries({
    queries: added.map(({ network, contract }) => addedBalanceQuery(network, address, contract)),
  })
  return added.map(({ asset, network }, at) => ({ asset, network, amount: amounts[at]?.data }))
}
