import { isSameAddress } from '#/features/wallet/address.ts'
import { decodeTransfer } from '#/features/wallet/chain/erc20.ts'
import type { Asset, ExplorerRow, Network } from '#/features/wallet/network-types.ts'

/** A row of the history. */
export type Activity = {
  hash: string
  chainId: number
  atMs: number
  from: string
  to: string
  amount: bigint
  decimals: number
  symbol: string
  /** The token's address; null for the network's own coin. */
  contract: string | null
  direction: 'in' | 'out' | 'self'
  status: 'pending' | 'done' | 'failed'
}

/** A deposit of an unknown token. Its name is omitted because anyone can choose it. */
export type UnknownDeposit = {
  hash: string
  chainId: number
  atMs: number
  from: string
  contract: string
}

type Reader = { address: string; network: Network; assets: readonly Asset[] }

/**
 * Reads a wallet's activity from an explorer's rows. Rows of unknown tokens, which `readUnknown`
 * lists, and zero transfers from others are omitted, because both are used to poison a history.
 */
export function readActivity(
  action: 'txlist' | 'tokentx',
  rows: readonly ExplorerRow[],
  reader: Reader,
): Activity[] {
  const read = action === 'txlist' ? readCoinRow : readTokenRow
  return rows.flatMap((row) => read(row, reader) ?? [])
}

/** Lists incoming transfers of unknown tokens, which the history omits. */
export function readUnknown(rows: readonly ExplorerRow[], reader: Reader): UnknownDeposit[] {
  const { address, network } = reader
  return rows.flatMap((row) => {
    const { contractAddress: contract = '', from = '', to = '', hash = '' } = row
    const isDeposit = directionOf({ from, to }, address) === 'in' && unitsIn(row['value']) > 0n
    if (!isDeposit || findToken(contract, reader)) return []
    return [{ hash, chainId: network.chainId, atMs: instantIn(row), from, contract }]
  })
}

/** Parses an amount; invalid or overlong text counts as zero. */
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
  // A successful token transfer has its own row in the token list; a failed one appears only here.
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

/** One page of one list of one network; the lists are read in parallel. */
export type Source = {
  items: Activity[]
  unknown: UnknownDeposit[]
  isExhausted: boolean
  oldestMs: number
}

/**
 * Merges the lists newest first. Rows older than the end of a truncated list wait for its next
 * page, because showing them would leave gaps.
 */
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
