import { queryOptions } from '@tanstack/react-query'
import { readActivity } from '#/features/wallet/activity/activity.ts'
import { normaliseAddress } from '#/features/wallet/address.ts'
import { listTransactions } from '#/features/wallet/api.ts'
import type { ExplorerRow } from '#/features/wallet/api.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { deviceStorage, memberKey } from '#/lib/storage.ts'

/** The counterparties of a wallet, as far as its history was read. Spam cannot push them out. */
export type Counterparties = {
  wallet: string
  /** Per network and list: the time of the newest row that was read, in seconds. */
  readTo: Record<string, number>
  /** Recipients of this wallet, newest first. Only its own signature adds one. */
  paid: string[]
  /** Senders, newest first. Anybody can become one. */
  met: string[]
}

const ACTIONS = ['txlist', 'tokentx'] as const
type Action = (typeof ACTIONS)[number]
type ReadRows = (network: Network, action: Action, page: number) => Promise<ExplorerRow[]>

/** The most rows that the explorer gives at once. */
export const ROWS = 100
const MOST_PAGES = 10
const MOST_KEPT = 1000

export const nobody = (wallet: string): Counterparties => ({
  wallet,
  readTo: {},
  paid: [],
  met: [],
})

/**
 * Reads what is new on every network. A list that failed, or that has more new rows than are read at
 * once, leaves its network silent: whom it would have named is unknown.
 */
export async function readCounterparties(
  kept: Counterparties,
  { networks, assets }: { networks: readonly Network[]; assets: readonly Asset[] },
  readRows: ReadRows,
): Promise<{ kept: Counterparties; silent: Network[] }> {
  const lists = networks.flatMap((network) => ACTIONS.map((action) => ({ network, action })))
  const settled = await Promise.allSettled(
    lists.map(({ network, action }) =>
      readNew((page) => readRows(network, action, page), kept.readTo[keyOf(network, action)]),
    ),
  )
  let next = kept
  const silent = new Set<Network>()
  for (const [at, { network, action }] of lists.entries()) {
    const result = settled[at]
    if (result?.status === 'fulfilled') {
      next = withRows(next, { network, action, assets }, result.value)
    } else silent.add(network)
  }
  return { kept: next, silent: [...silent] }
}

const keyOf = ({ chainId }: Network, action: Action) => `${chainId} ${action}`
const secondsOf = (row: ExplorerRow | undefined) => Number(row?.['timeStamp']) || 0

/** The first read takes the newest rows; every later one has to reach where the last one ended. */
async function readNew(
  readRows: (page: number) => Promise<ExplorerRow[]>,
  readTo: number | undefined,
): Promise<ExplorerRow[]> {
  const rows: ExplorerRow[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await readRows(page)
    rows.push(...found)
    if (found.length < ROWS || secondsOf(found.at(-1)) < (readTo ?? 0)) return rows
  }
  if (readTo !== undefined) throw new Error('More new rows than are read at once')
  return rows
}

function withRows(
  kept: Counterparties,
  { network, action, assets }: { network: Network; action: Action; assets: readonly Asset[] },
  rows: readonly ExplorerRow[],
): Counterparties {
  const items = readActivity(action, rows, { address: kept.wallet, network, assets })
  const key = keyOf(network, action)
  const newest = Math.max(kept.readTo[key] ?? 0, ...rows.map((row) => secondsOf(row)))
  const out = items.filter(({ direction }) => direction === 'out').map(({ to }) => to)
  const incoming = items.filter(({ direction }) => direction === 'in').map(({ from }) => from)
  return {
    ...kept,
    readTo: { ...kept.readTo, [key]: newest },
    paid: merged(out, kept.paid),
    met: merged(incoming, kept.met),
  }
}

function merged(fresh: readonly string[], kept: readonly string[]): string[] {
  const known = fresh.flatMap((address) => normaliseAddress(address) ?? [])
  return [...new Set([...known, ...kept])].slice(0, MOST_KEPT)
}

/** Empty where nothing is kept, or where something else stands in its place. */
export function loadCounterparties(userId: string, wallet: string): Counterparties {
  try {
    const text = deviceStorage.getItem(memberKey('counterparties', userId)) ?? 'null'
    const { readTo, paid, met, ...kept } = JSON.parse(text) as Partial<Counterparties>
    const isWhole = typeof readTo === 'object' && Array.isArray(paid) && Array.isArray(met)
    // Another wallet has another history.
    return isWhole && kept.wallet === wallet ? { wallet, readTo, paid, met } : nobody(wallet)
  } catch {
    return nobody(wallet)
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
      // Aborted by a log-out, which has just removed them from the device.
      signal.throwIfAborted()
      deviceStorage.setItem(memberKey('counterparties', userId), JSON.stringify(read.kept))
      return { addresses: [...read.kept.paid, ...read.kept.met], silent: read.silent }
    },
    enabled: networks.length > 0 && assets !== undefined,
    staleTime: 15_000,
    retry: false,
  })
}
