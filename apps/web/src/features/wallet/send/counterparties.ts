import { queryOptions } from '@tanstack/react-query'
import { readActivity } from '#/features/wallet/activity/activity.ts'
import { normaliseAddress } from '#/features/wallet/address.ts'
import { listTransactions } from '#/features/wallet/api.ts'
import type { ExplorerRow } from '#/features/wallet/api.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

/**
 * The counterparties of a wallet in the part of its history read so far. Spam cannot displace them.
 */
export type Counterparties = {
  wallet: string
  /** By network and list: the time of the newest row read, in seconds. */
  readTo: Record<string, number>
  /** By network and list: a truncated read, which continues at this page. */
  cutOff: Record<string, CutOff>
  /** Recipients of this wallet, newest first. Only its own signature adds one. */
  paid: string[]
  /** Senders, newest first. Anyone can become one. */
  met: string[]
}

/** `newest` is the time of the newest row before the truncation, in seconds. */
type CutOff = { page: number; newest: number }

const ACTIONS = ['txlist', 'tokentx'] as const
type Action = (typeof ACTIONS)[number]
type ReadRows = (network: Network, action: Action, page: number) => Promise<ExplorerRow[]>

/** The maximum number of rows per page of the explorer. */
export const ROWS = 100
const MAX_PAGES = 10
const MAX_STORED = 1000

export const emptyCounterparties = (wallet: string): Counterparties => ({
  wallet,
  readTo: {},
  cutOff: {},
  paid: [],
  met: [],
})

/**
 * Reads new rows on every network. A list that failed or has more rows than one read covers marks
 * its network as silent, because some counterparties are unknown.
 */
export async function readCounterparties(
  kept: Counterparties,
  { networks, assets }: { networks: readonly Network[]; assets: readonly Asset[] },
  readRows: ReadRows,
): Promise<{ kept: Counterparties; silent: Network[] }> {
  const lists = networks.flatMap((network) => ACTIONS.map((action) => ({ network, action })))
  const settled = await Promise.allSettled(
    lists.map(({ network, action }) => {
      const key = keyOf(network, action)
      const from = { readTo: kept.readTo[key] ?? 0, cutOff: kept.cutOff[key] }
      return readPart((page) => readRows(network, action, page), from)
    }),
  )
  let next = kept
  const silent = new Set<Network>()
  for (const [at, { network, action }] of lists.entries()) {
    const result = settled[at]
    if (result?.status === 'fulfilled') {
      next = withPart(next, { network, action, assets }, result.value)
    }
    if (result?.status !== 'fulfilled' || !result.value.isComplete) silent.add(network)
  }
  return { kept: next, silent: [...silent] }
}

const keyOf = ({ chainId }: Network, action: Action) => `${chainId} ${action}`
const secondsOf = (row: ExplorerRow | undefined) => Number(row?.['timeStamp']) || 0

type Part = { rows: ExplorerRow[]; readTo: number; cutOff: CutOff | undefined; isComplete: boolean }

/**
 * Reads from the newest row to the end of the previous read. A truncated read continues at its last
 * page first: newer rows only push the others to later pages, so none is skipped.
 */
async function readPart(
  readRows: (page: number) => Promise<ExplorerRow[]>,
  { readTo, cutOff }: Pick<Part, 'readTo' | 'cutOff'>,
): Promise<Part> {
  const rows: ExplorerRow[] = []
  const newest = () => cutOff?.newest ?? Math.max(readTo, ...rows.map(secondsOf))
  const first = cutOff?.page ?? 1
  const last = first + MAX_PAGES - 1
  for (let page = first; page <= last; page += 1) {
    const found = await readRows(page)
    rows.push(...found)
    if (found.length < ROWS || secondsOf(found.at(-1)) < readTo) {
      // Rows that arrived after the truncation are left to the next read.
      return { rows, readTo: newest(), cutOff: undefined, isComplete: cutOff === undefined }
    }
  }
  return { rows, readTo, cutOff: { page: last, newest: newest() }, isComplete: false }
}

function withPart(
  kept: Counterparties,
  { network, action, assets }: { network: Network; action: Action; assets: readonly Asset[] },
  { rows, readTo, cutOff }: Part,
): Counterparties {
  const items = readActivity(action, rows, { address: kept.wallet, network, assets })
  const key = keyOf(network, action)
  const { [key]: resumed, ...others } = kept.cutOff
  const out = items.filter(({ direction }) => direction === 'out').map(({ to }) => to)
  const incoming = items.filter(({ direction }) => direction === 'in').map(({ from }) => from)
  const join = (fresh: string[], known: string[]) =>
    resumed ? merged(known, fresh) : merged(fresh, known)
  return {
    ...kept,
    readTo: { ...kept.readTo, [key]: readTo },
    cutOff: cutOff ? { ...others, [key]: cutOff } : others,
    paid: join(out, kept.paid),
    met: join(incoming, kept.met),
  }
}

function merged(newer: readonly string[], older: readonly string[]): string[] {
  const known = [...newer, ...older].flatMap((address) => normaliseAddress(address) ?? [])
  return [...new Set(known)].slice(0, MAX_STORED)
}

/** Returns an empty value if nothing valid is stored. */
export function loadCounterparties(userId: string, wallet: string): Counterparties {
  try {
    const text = deviceStorage.getItem(memberKey('counterparties', userId)) ?? 'null'
    const { readTo, cutOff, paid, met, ...kept } = JSON.parse(text) as Partial<Counterparties>
    const isValid = readTo && cutOff && Array.isArray(paid) && Array.isArray(met)
    // Another wallet has another history.
    return isValid && kept.wallet === wallet
      ? { wallet, readTo, cutOff, paid, met }
      : emptyCounterparties(wallet)
  } catch {
    return emptyCounterparties(wallet)
  }
}

type Owner = { userId: string; own: string }

export function counterpartiesQuery(
  { userId, own }: Owner,
  networks: readonly Network[],
  assets: readonly Asset[] | undefined,
) {
  const chains = networks.map(({ chainId }) => chainId)
  return queryOptions({
    queryKey: ['counterparties', userId, own, chains],
    queryFn: async ({ signal }) => {
      const read = await readCounterparties(
        loadCounterparties(userId, own),
        { networks, assets: assets ?? [] },
        ({ chainId }, action, page) =>
          listTransactions({ action, chainid: chainId, address: own, page, offset: ROWS }),
      )
      // A log-out aborts the read after it has removed the data from the device.
      signal.throwIfAborted()
      deviceStorage.setItem(memberKey('counterparties', userId), JSON.stringify(read.kept))
      return { addresses: [...read.kept.paid, ...read.kept.met], silent: read.silent }
    },
    enabled: networks.length > 0 && assets !== undefined,
    staleTime: 15_000,
    retry: false,
  })
}
