import type { QueryClient } from '@tanstack/react-query'
import { listTransactions } from '#/features/wallet/api.ts'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { readActivity, readUnknown } from './activity.ts'
import type { Source } from './activity.ts'

const PAGE = 20
const ACTIONS = ['txlist', 'tokentx'] as const

/**
 * Public explorers limit the number of calls, so they are polled at this interval and after a
 * balance change.
 */
export const PUBLIC_POLL_MS = 5 * 60_000
/**
 * An explorer lists a transfer somewhat later than a node counts it, so polling continues for this
 * long after a balance change.
 */
const CATCH_UP_MS = 60_000

type Balances = Record<string, string>

/** One list of one network with the data that decides when it is read again. */
type Listed = Source & {
  chainId: number
  action: (typeof ACTIONS)[number]
  readMs: number
  /** The explorer did not respond, so the rows of the previous read are shown. */
  isUnavailable: boolean
  /** Identifies the rows of a page; new rows shift all further pages. */
  hashes: string
  /** The balances at the last check, and the time of their last change. */
  balances: Balances
  changedMs: number
}

export type Page = { sources: Listed[] }

/** The page to read, and the current first page. */
export type PageParam = { page: number; first: Page | undefined }

export type PageReader = {
  address: string
  networks: readonly Network[]
  assets: readonly Asset[]
  client: QueryClient
  /** The pages of the previous read. */
  before: readonly Page[]
  /** Reads everything, even if it is not due. */
  isForced: boolean
}

export const isEmpty = (page: Page | undefined) =>
  page !== undefined &&
  page.sources.every(({ items, unknown }) => items.length + unknown.length === 0)

/**
 * Reads all networks in parallel. A list that fails keeps its previous rows and is marked silent;
 * the read fails only if every list fails.
 */
export async function readPage(reader: PageReader, param: PageParam): Promise<Page> {
  const readers = reader.networks.flatMap((network) =>
    ACTIONS.map((action) => ({ ...reader, network, action })),
  )
  const settled = await Promise.allSettled(readers.map((one) => readList(one, param)))
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed && settled.every(({ status }) => status === 'rejected')) throw failed.reason
  return {
    sources: readers.flatMap((one, at) => {
      const result = settled[at]
      return result?.status === 'fulfilled' ? result.value : keepPrevious(one, param.page)
    }),
  }
}

type ListReader = PageReader & { network: Network; action: Listed['action'] }

const listOn = (page: Page | undefined, { network, action }: ListReader) =>
  page?.sources.find((list) => list.chainId === network.chainId && list.action === action)

async function readList(reader: ListReader, { page, first }: PageParam): Promise<Listed> {
  const before = listOn(reader.before[page - 1], reader)
  if (page === 1) return readFirst(reader, before)
  // As long as the first page is unchanged, no row has moved on the other pages.
  const isSame = listOn(first, reader)?.hashes === listOn(reader.before[0], reader)?.hashes
  const isKept = before && isSame && !(before.isUnavailable && isDue(reader, before))
  return isKept ? before : readRows(reader, page, NOTHING_SEEN)
}

async function readFirst(reader: ListReader, before: Listed | undefined): Promise<Listed> {
  const seen = seenNow(reader, before)
  const isCatchingUp = Date.now() - seen.changedMs < CATCH_UP_MS
  return before && !isCatchingUp && !isDue(reader, before)
    ? { ...before, ...seen }
    : readRows(reader, 1, seen)
}

const isDue = ({ isForced, network }: ListReader, { readMs }: Listed) =>
  isForced || network.isIndexed || Date.now() - readMs >= PUBLIC_POLL_MS

type SeenBalances = Pick<Listed, 'balances' | 'changedMs'>

const NOTHING_SEEN: SeenBalances = { balances: {}, changedMs: 0 }

function seenNow(reader: ListReader, before: Listed | undefined): SeenBalances {
  const balances = balancesSeen(reader)
  const hasChanged = before !== undefined && differs(balances, before.balances)
  return { balances, changedMs: hasChanged ? Date.now() : (before?.changedMs ?? 0) }
}

/**
 * Marks a failed list as read, because otherwise every poll would find it due and all further pages
 * would seem to have moved.
 */
function keepPrevious(reader: ListReader, page: number): Listed {
  const before = listOn(reader.before[page - 1], reader)
  const { network, action } = reader
  return {
    ...(before ?? { chainId: network.chainId, action, hashes: '', ...NO_ROWS }),
    ...(page === 1 ? seenNow(reader, before) : NOTHING_SEEN),
    readMs: Date.now(),
    isUnavailable: true,
  }
}

const NO_ROWS: Source = { items: [], unknown: [], isExhausted: true, oldestMs: 0 }

async function readRows(reader: ListReader, page: number, seen: SeenBalances): Promise<Listed> {
  const { address, network, action } = reader
  const { chainId } = network
  const readMs = Date.now()
  const rows = await listTransactions({ action, chainid: chainId, address, page, offset: PAGE })
  return {
    ...seen,
    chainId,
    action,
    readMs,
    isUnavailable: false,
    hashes: rows.map(({ hash }) => hash).join(),
    items: readActivity(action, rows, reader),
    unknown: action === 'tokentx' ? readUnknown(rows, reader) : [],
    isExhausted: rows.length < PAGE,
    oldestMs: Number(rows.at(-1)?.['timeStamp'] ?? 0) * 1000,
  }
}

/** Returns the balances that the wallet shows for this network; they come from its nodes. */
function balancesSeen({ client, network, address }: ListReader): Balances {
  const queryKey = assetsKey(network.chainId, address)
  const seen = client.getQueriesData<bigint | ReadonlyMap<number, bigint>>({ queryKey })
  return Object.fromEntries(
    seen.flatMap(([key, data]) =>
      data === undefined
        ? []
        : [[key.join(), typeof data === 'bigint' ? String(data) : [...data.values()].join()]],
    ),
  )
}

/** A balance that was unknown before does not count as changed. */
const differs = (now: Balances, before: Balances) =>
  Object.entries(now).some(([key, text]) => before[key] !== undefined && before[key] !== text)
