import { isSameAddress } from '#/features/wallet/address.ts'
import type { ExplorerRow } from '#/features/wallet/api.ts'
import { decodeTransfer } from '#/features/wallet/chain/erc20.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'

/** A line of the history. */
export type Activity = {
  hash: string
  chainId: number
  atMs: number
  from: string
  to: string
  amount: bigint
  decimals: number
  symbol: string
  /** The token's address; null of a network's own coin. */
  contract: string | null
  direction: 'in' | 'out' | 'self'
  status: 'pending' | 'done' | 'failed'
}

/** Something that arrived of a token nobody here knows. Its name is left out: anybody chose it. */
export type UnknownDeposit = {
  hash: string
  chainId: number
  atMs: number
  from: string
  contract: string
}

type Reader = { address: string; network: Network; assets: readonly Asset[] }

/**
 * What an explorer's rows say about a wallet. Left out are rows of tokens we do not know, which
 * `readUnknown` lists, and rows
 * that moved nothing and were sent by others: both are how a history gets poisoned.
 */
export function readActivity(
  action: 'txlist' | 'tokentx',
  rows: readonly ExplorerRow[],
  reader: Reader,
): Activity[] {
  const read = action === 'txlist' ? readCoinRow : readTokenRow
  return rows.flatMap((row) => read(row, reader) ?? [])
}

/** The rows that a history leaves out because their token is not known, as far as they came in. */
export function readUnknown(rows: readonly ExplorerRow[], reader: Reader): UnknownDeposit[] {
  const { address, network } = reader
  return rows.flatMap((row) => {
    const { contractAddress: contract = '', from = '', to = '', hash = '' } = row
    const isDeposit = directionOf({ from, to }, address) === 'in' && unitsIn(row['value']) > 0n
    if (!isDeposit || findToken(contract, reader)) return []
    return [{ hash, chainId: network.chainId, atMs: instantIn(row), from, contract }]
  })
}

/** No amount of a chain is longer; what is none counts as nothing. */
function unitsIn(text = ''): bigint {
  return /^\d{1,78}$/.test(text) ? BigInt(text) : 0n
}

function readCoinRow(row: ExplorerRow, reader: Reader): Activity | undefined {
  const { address, network, assets } = reader
  const isFailed = row['isError'] === '1'
  const isOwn = isSameAddress(row['from'] ?? '', address)
  const amount = unitsIn(row['value'])
  if (amount > 0n) return toActivity(row, reader, coinOf(network, assets), amount)
  if (!isOwn) return undefined
  const transfer = decodeTransfer(row['input'] ?? '')
  const token = transfer && findToken(row['to'] ?? '', reader)
  // What a token moved has a row of its own there; a failed try has only this one.
  if (transfer && token) {
    if (!isFailed) return undefined
    return toActivity({ ...row, to: transfer.to }, reader, token, transfer.amount)
  }
  return toActivity(row, reader, coinOf(network, assets), 0n)
}

function readTokenRow(row: ExplorerRow, reader: Reader): Activity | undefined {
  const token = findToken(row['contractAddress'] ?? '', reader)
  const amount = unitsIn(row['value'])
  if (!token || amount === 0n) return undefined
  return toActivity(row, reader, token, amount)
}

type Unit = { symbol: string; decimals: number; contract: string | null }

function coinOf(network: Network, assets: readonly Asset[]): Unit {
  const coin = assets.find(
    ({ chainId, address }) => chainId === network.chainId && address === null,
  )
  return {
    symbol: coin?.symbol ?? network.symbol,
    decimals: coin?.decimals ?? network.decimals,
    contract: null,
  }
}

function findToken(contract: string, { network, assets }: Reader): Unit | undefined {
  const token = assets.find(
    ({ chainId, address }) =>
      chainId === network.chainId && address !== null && isSameAddress(address, contract),
  )
  return token && { symbol: token.symbol, decimals: token.decimals, contract: token.address }
}

function toActivity(
  row: ExplorerRow,
  { address, network }: Reader,
  unit: Unit,
  amount: bigint,
): Activity {
  const from = row['from'] ?? ''
  const to = row['to'] ?? ''
  return {
    hash: row['hash'] ?? '',
    chainId: network.chainId,
    atMs: instantIn(row),
    from,
    to,
    amount,
    ...unit,
    direction: directionOf({ from, to }, address),
    status: row['isError'] === '1' ? 'failed' : 'done',
  }
}

const instantIn = (row: ExplorerRow) => Number(row['timeStamp'] ?? 0) * 1000

export function directionOf(
  { from, to }: { from: string; to: string },
  address: string,
): Activity['direction'] {
  if (!isSameAddress(from, address)) return 'in'
  return isSameAddress(to, address) ? 'self' : 'out'
}

/** One page of one list of one network; the lists are read side by side. */
export type Source = {
  items: Activity[]
  unknown: UnknownDeposit[]
  isExhausted: boolean
  oldestMs: number
}

/** Newest first. What is older than where a list was cut would leave gaps, and waits for its page. */
export function mergeSources(sources: readonly Omit<Source, 'unknown'>[]): Activity[] {
  const frontierMs = Math.max(
    0,
    ...sources.filter(({ isExhausted }) => !isExhausted).map(({ oldestMs }) => oldestMs),
  )
  return sources
    .flatMap(({ items }) => items)
    .filter(({ atMs }) => atMs >= frontierMs)
    .toSorted((one, other) => other.atMs - one.atMs)
}
