import { useQuery } from '@tanstack/react-query'
import { bookmarksQuery, sentBeforeQuery } from '#/features/wallet/api.ts'
import { assetsListQuery, useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { loadSent } from '#/features/wallet/chain/sent.ts'
import { knownAddresses } from './recipient-trust.ts'
import type { KnownAddresses } from './recipient-trust.ts'
import { counterpartiesQuery } from './counterparties.ts'

export type KnownAddressesState = {
  /** Undefined until every list has loaded or failed. */
  known: KnownAddresses | undefined
  /** Networks whose history could not be read. */
  silent: readonly Network[]
  /** Reloads the missing lists. */
  retry: (() => void) | undefined
}

/**
 * Returns the addresses that the member trusts and all others in the history, because look-alikes
 * imitate any of them.
 */
export function useKnownAddresses(owner: { userId: string; own: string }): KnownAddressesState {
  const { networks } = useNetworks()
  const assets = useQuery(assetsListQuery)
  const bookmarks = useQuery(bookmarksQuery)
  const sentBefore = useQuery(sentBeforeQuery)
  const counterparties = useQuery(counterpartiesQuery(owner, networks, assets.data))
  const isPending = [bookmarks, sentBefore, counterparties].some((query) => query.isPending)
  if (isPending) return { known: undefined, silent: [], retry: undefined }
  const { addresses = [], silent = networks } = counterparties.data ?? {}
  const known = knownAddresses({
    own: owner.own,
    saved: bookmarks.data,
    paid: sentBefore.data,
    met: {
      // Pending transfers are not in the history yet.
      addresses: [...loadSent(owner.userId).map(({ to }) => to), ...addresses],
      isComplete: silent.length === 0,
    },
  })
  function retry(): void {
    if (!bookmarks.data) void bookmarks.refetch()
    if (!sentBefore.data) void sentBefore.refetch()
    if (silent.length > 0) void counterparties.refetch()
  }
  return { known, silent, retry: known.isComplete ? undefined : retry }
}
