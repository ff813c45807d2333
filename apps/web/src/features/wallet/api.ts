import { LATEST } from '@solstice/contract/cursor'
import { bookmarkEndpoints } from '@solstice/contract/bookmark.endpoints'
import {
  EXPLORER_FIRST_BLOCK,
  EXPLORER_LAST_BLOCK,
  explorerEndpoints,
} from '@solstice/contract/explorer.endpoints'
import { walletEndpoints } from '@solstice/contract/wallet.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import type { ExplorerRow } from '#/features/wallet/network-types.ts'
import { call } from '#/lib/api.ts'

export function fetchChallenge(address: string) {
  return call(walletEndpoints['wallet.challenge'], { body: { address } })
}

export function registerWallet(body: CallInput<'wallet.register'>['body'], pinToken: string) {
  return call(walletEndpoints['wallet.register'], { body }, { pinToken })
}

export function disconnectWallet(address: string, pinToken: string) {
  return call(walletEndpoints['wallet.disconnect'], { params: { address } }, { pinToken })
}

export function reportTransaction(body: CallInput<'wallet.addTransaction'>['body']) {
  return call(walletEndpoints['wallet.addTransaction'], { body })
}

const MAX_PAGE_SIZE = 100

/** Queries the recipients of earlier transfers from the app, newest first. */
export const sentBeforeQuery = queryOptions({
  queryKey: ['wallet', 'sent-before'],
  queryFn: async ({ signal }) =>
    (
      await call(
        walletEndpoints['wallet.transactions'],
        { query: { before: LATEST, size: MAX_PAGE_SIZE } },
        { signal },
      )
    ).list,
})

export type SentBefore = CallData<'wallet.transactions'>['list'][number]

export type Bookmark = CallData<'bookmark.list'>['list'][number]

export const bookmarksQuery = queryOptions({
  queryKey: ['wallet', 'bookmarks'],
  queryFn: ({ signal }) => listBookmarks(signal),
})

/** Reads all entries, because a look-alike of a missing entry would go unnoticed. */
async function listBookmarks(signal: AbortSignal): Promise<Bookmark[]> {
  const all: Bookmark[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, size: MAX_PAGE_SIZE }
    const { list, hasNext } = await call(bookmarkEndpoints['bookmark.list'], { query }, { signal })
    all.push(...list)
    if (!hasNext) return all
  }
}

export function addBookmark(body: CallInput<'bookmark.add'>['body'], pinToken: string) {
  return call(bookmarkEndpoints['bookmark.add'], { body }, { pinToken })
}

export function changeBookmark(
  id: number,
  body: CallInput<'bookmark.change'>['body'],
  pinToken: string,
) {
  return call(bookmarkEndpoints['bookmark.change'], { params: { id }, body }, { pinToken })
}

export function removeBookmark(id: number, pinToken: string) {
  return call(bookmarkEndpoints['bookmark.remove'], { params: { id } }, { pinToken })
}

type ListQuery = {
  action: 'txlist' | 'tokentx'
  chainid: number
  address: string
  page: number
  offset: number
}

export type { ExplorerRow }

/** Returns a page of transactions, newest first. */
export async function listTransactions(query: ListQuery): Promise<ExplorerRow[]> {
  const { result } = await call(explorerEndpoints['explorer.query'], {
    query: {
      module: 'account',
      ...query,
      startblock: EXPLORER_FIRST_BLOCK,
      endblock: EXPLORER_LAST_BLOCK,
      sort: 'desc',
    },
  })
  // Explorers may return a message instead of an empty list.
  return Array.isArray(result) ? result : []
}

export async function fetchExplorerBalance(query: {
  chainid: number
  address: string
  contractaddress: string | null
}): Promise<bigint> {
  const { chainid, address, contractaddress } = query
  const { result } = await call(explorerEndpoints['explorer.query'], {
    query: {
      module: 'account',
      action: contractaddress === null ? 'balance' : 'tokenbalance',
      chainid,
      address,
      tag: 'latest',
      ...(contractaddress !== null && { contractaddress }),
    },
  })
  if (typeof result !== 'string' || !/^\d{1,78}$/.test(result)) throw new Error('No balance')
  return BigInt(result)
}

/** Fetches gas prices in gwei from the explorer. */
export async function fetchGasPrices(chainid: number): Promise<ExplorerRow> {
  const { result } = await call(explorerEndpoints['explorer.query'], {
    query: { module: 'gastracker', action: 'gasoracle', chainid },
  })
  if (typeof result === 'string' || Array.isArray(result)) throw new Error('No gas prices')
  return result
}
