import { isSameAddress } from '#/features/wallet/address.ts'
import type { Asset, ExplorerRow, Network } from '#/features/wallet/network-types.ts'
import { readActivity } from './activity.ts'
import type { Activity } from './activity.ts'

const ACTIONS = ['txlist', 'tokentx'] as const
type Action = (typeof ACTIONS)[number]
export type ReadRows = (network: Network, action: Action, page: number) => Promise<ExplorerRow[]>

/** The maximum number of rows per page of the explorer. */
export const ROWS = 100
/** Explorers return no more rows of a list than these pages have. */
export const MAX_PAGES = 100
/** New rows may shift the pages again while they are read again. */
const MAX_READS = 3

/** A row of the history with the fee of its transaction, in the smallest unit of the coin. */
export type WholeRow = Activity & { fee: bigint | undefined }

export type WholeActivity = {
  /** Newest first. */
  rows: WholeRow[]
  /** Networks that list only their newest rows. */
  truncated: Network[]
}

export class IncompleteError extends Error {
  readonly networks: readonly Network[]

  constructor(networks: readonly Network[]) {
    super('Not every list could be read')
    this.networks = networks
  }
}

type Reader = {
  address: string
  networks: readonly Network[]
  assets: readonly Asset[]
  readRows: ReadRows
  onProgress: (network: Network, rows: number) => void
  signal: AbortSignal
}

/**
 * Reads the complete history of a wallet, one page after the other, because explorers limit the
 * number of calls. Throws if any list fails, because nobody would notice missing rows in a file.
 */
export async function readWholeActivity(reader: Reader): Promise<WholeActivity> {
  const { address, networks, assets } = reader
  const rows: WholeRow[] = []
  const truncated: Network[] = []
  const failed: Network[] = []
  let done = 0
  for (const network of networks) {
    try {
      const lists = new Map<Action, ExplorerRow[]>()
      for (const action of ACTIONS) {
        const list = await readList(reader, network, action, done)
        lists.set(action, list)
        done += list.length
        if (list.length >= MAX_PAGES * ROWS && !truncated.includes(network)) {
          truncated.push(network)
        }
      }
      const fees = feesIn(lists.get('txlist') ?? [], address)
      for (const [action, list] of lists) {
        for (const item of readActivity(action, list, { address, network, assets })) {
          rows.push({ ...item, fee: item.direction === 'in' ? undefined : fees.get(item.hash) })
          // A transaction that moves several amounts pays one fee.
          if (item.direction !== 'in') fees.delete(item.hash)
        }
      }
    } catch (cause) {
      reader.signal.throwIfAborted()
      if (!(cause instanceof Error)) throw cause
      failed.push(network)
    }
  }
  if (failed.length > 0) throw new IncompleteError(failed)
  return { rows: rows.toSorted((one, other) => other.atMs - one.atMs), truncated }
}

async function readList(
  { readRows, onProgress, signal }: Reader,
  network: Network,
  action: Action,
  before: number,
): Promise<ExplorerRow[]> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const list: ExplorerRow[] = []
    let first: ExplorerRow | undefined
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      signal.throwIfAborted()
      const found = await readRows(network, action, page)
      if (page === 1) [first] = found
      list.push(...found)
      onProgress(network, before + list.length)
      if (found.length < ROWS) break
    }
    if (list.length < ROWS) return list
    // A row that arrived meanwhile has moved the last row of each page to the next page.
    const [newest] = await readRows(network, action, 1)
    if (newest?.['hash'] === first?.['hash']) return list
  }
  throw new Error('The list changed while it was read')
}

/** Returns the fees that the wallet paid, by transaction. */
function feesIn(rows: readonly ExplorerRow[], address: string): Map<string, bigint> {
  const fees = new Map<string, bigint>()
  for (const { from = '', hash = '', gasUsed = '', gasPrice = '' } of rows) {
    const isKnown = /^\d{1,30}$/.test(gasUsed) && /^\d{1,30}$/.test(gasPrice)
    if (isKnown && isSameAddress(from, address)) fees.set(hash, BigInt(gasUsed) * BigInt(gasPrice))
  }
  return fees
}
