import { ChainError, isTooLarge } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import {
  readBlock,
  readLogs,
  readReceipt,
  readTransaction,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
  type Log,
  type TokenTransfer,
} from './chain-reading.service.ts'

/** Matches transfers of these tokens to these addresses, in lower case. */
export type TransferFilter = { tokens: readonly string[]; payees: readonly string[] }

/**
 * The effects of a mined transaction. The index of a transfer is the index of its log within the
 * transaction.
 */
export type MinedTransaction = {
  transactionHash: string
  blockNumber: number
  blockHash: string
  status: number
  transfers: TokenTransfer[]
}

/**
 * Reads the matching transfers of a transaction from its receipt. A receipt can have any size, so
 * for one that is too large only the matching logs of its block are fetched. Returns null if the
 * transaction is not mined.
 */
export async function readMined(
  node: ChainNode,
  txHash: string,
  filter: TransferFilter,
): Promise<MinedTransaction | null> {
  try {
    const receipt = await readReceipt(node, txHash)
    if (!receipt) return null
    const { transactionHash, blockNumber, blockHash, status, logs } = receipt
    const transfers = logs.flatMap((log, logIndex) => {
      const transfer = tokenTransferIn(log)
      return transfer && matchesFilter(transfer, filter) ? { ...transfer, logIndex } : []
    })
    return { transactionHash, blockNumber, blockHash, status, transfers }
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return readLarge(node, txHash, filter)
  }
}

const matchesFilter = (
  { contract, to }: TokenTransfer,
  { tokens, payees }: TransferFilter,
): boolean => tokens.includes(contract) && payees.includes(to)

async function readLarge(
  node: ChainNode,
  txHash: string,
  filter: TransferFilter,
): Promise<MinedTransaction | null> {
  const transaction = await readTransaction(node, txHash)
  if (transaction?.blockHash == null || transaction.blockNumber == null) return null
  const { hash, blockHash, blockNumber } = transaction
  const logs = await readMatchingLogs(node, blockHash, filter)
  const found = logs.flatMap((log) => {
    const transfer = log.transactionHash === hash ? tokenTransferIn(log) : undefined
    return transfer && matchesFilter(transfer, filter) ? transfer : []
  })
  const first = found.length === 0 ? 0 : await readFirstLogIndex(node, blockNumber, hash)
  const transfers = found.map((transfer) => ({ ...transfer, logIndex: transfer.logIndex - first }))
  // Only logs make a receipt large, and a reverted transaction has none.
  return { transactionHash: hash, blockNumber, blockHash, status: 1, transfers }
}

function readMatchingLogs(
  node: ChainNode,
  blockHash: string,
  { tokens, payees }: TransferFilter,
): Promise<Log[]> {
  if (tokens.length === 0) return Promise.resolve([])
  const topics = [TRANSFER_TOPIC, null, payees.map(topicOf)]
  return readLogs(node, { blockHash, address: tokens, topics })
}

/** Limits how many preceding transactions are read to find the index of the first log. */
const MAX_PRECEDING_READ = 50

/**
 * Log indexes run through the whole block: those of a transaction start after those of the
 * preceding ones.
 */
async function readFirstLogIndex(
  node: ChainNode,
  blockNumber: number,
  txHash: string,
): Promise<number> {
  const block = await readBlock(node, blockNumber)
  const at = block?.transactions.indexOf(txHash) ?? -1
  if (!block || at < 0) throw new ChainError('The node returned a transaction without its block')
  const before = block.transactions.slice(0, at).toReversed()
  for (const hash of before.slice(0, MAX_PRECEDING_READ)) {
    const last = (await readReceipt(node, hash))?.logs.at(-1)
    if (last) return last.logIndex + 1
  }
  if (before.length <= MAX_PRECEDING_READ) return 0
  throw Object.assign(new ChainError('The transaction is too far into its block'), {
    isTooLarge: true,
  })
}
