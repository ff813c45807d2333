import {
  quantity,
  readFullBlock,
  readLogs,
  readReceipt,
  readTransaction,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
  type Receipt,
} from '#/modules/chain/chain-reading.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import { COIN } from './reconciliation.table.ts'
import type { Moved, Movement, Sent } from './run.queries.ts'

/** The largest range of blocks requested from a node at once. */
const LOG_BLOCKS = 2000

type Range = { from: number; to: number }

/**
 * Reads the transfers of tokens into and out of an account, from a range that is halved while the
 * node refuses it. Returns the end of the range that was read.
 */
export async function readTokenMoves(
  node: ChainNode,
  { address, tokens }: { address: string; tokens: readonly string[] },
  { from, to: last }: Range,
): Promise<{ to: number; moved: Moved[] }> {
  if (tokens.length === 0) return { to: last, moved: [] }
  for (let size = Math.min(LOG_BLOCKS, last - from + 1); ; size = Math.floor(size / 2)) {
    const to = from + size - 1
    try {
      return { to, moved: await tokenMovesIn(node, { address, tokens }, { from, to }) }
    } catch (error) {
      if (!(error instanceof ChainError) || size === 1) throw error
    }
  }
}

async function tokenMovesIn(
  node: ChainNode,
  { address, tokens }: { address: string; tokens: readonly string[] },
  { from, to }: Range,
): Promise<Moved[]> {
  const blocks = { address: tokens, fromBlock: quantity(from), toBlock: quantity(to) }
  const topic = topicOf(address)
  const left = await readLogs(node, { ...blocks, topics: [TRANSFER_TOPIC, [topic]] })
  const arrived = await readLogs(node, { ...blocks, topics: [TRANSFER_TOPIC, null, [topic]] })
  return [
    ...left.map((log) => ({ log, sign: -1n })),
    ...arrived.map((log) => ({ log, sign: 1n })),
  ].flatMap(({ log, sign }) => {
    const transfer = tokenTransferIn(log)
    if (!transfer || transfer.value === 0n) return []
    const { transactionHash: txHash, blockNumber } = log
    const { contract, value } = transfer
    return [{ contract, txHash, blockNumber, onChain: sign * value, recorded: 0n }]
  })
}

/** Reads the coin that moved in a block, and the fees that the account paid in it. */
export async function readCoinMoves(
  node: ChainNode,
  address: string,
  blockNumber: number,
): Promise<Moved[]> {
  const block = await readFullBlock(node, blockNumber)
  if (!block) throw new ChainError(`The node has no block ${blockNumber}`)
  const moved: Moved[] = []
  for (const { hash, from, to, value } of block.transactions) {
    if (from !== address && to !== address) continue
    const receipt = await readReceipt(node, hash)
    if (!receipt) throw new ChainError('The node returned a block without its receipts')
    const arrived = receipt.status === 1 && to === address ? value : 0n
    const spent = receipt.status === 1 && from === address ? value : 0n
    const fee = from === address ? feeOf(receipt) : 0n
    const onChain = arrived - spent - fee
    moved.push({ contract: COIN, txHash: hash, blockNumber, onChain, recorded: 0n })
  }
  return moved
}

function feeOf({ gasUsed, effectiveGasPrice }: Receipt): bigint {
  if (effectiveGasPrice === undefined) {
    throw new ChainError('The node returned a receipt without its gas price')
  }
  return gasUsed * effectiveGasPrice
}

/** The records and the fees of the transactions that an account sent. */
export type SentMoves = { moved: Moved[]; movements: Movement[] }

/**
 * Returns what the payouts with one nonce moved according to the records, and the fee on chain. A
 * payout that is confirmed but not mined is recorded nevertheless, so that it shows as a difference.
 */
export async function sentMoves(
  node: ChainNode,
  payouts: readonly Sent[],
  toBlock: number,
): Promise<SentMoves> {
  const mined = await findMined(node, payouts, toBlock)
  if (!mined) {
    const lost = payouts.find(({ state }) => state === 'CONFIRMED')
    return lost ? recordOf(lost, lost.txHash ?? `nonce ${lost.nonce}`, toBlock) : NOTHING
  }
  const { payout, receipt } = mined
  const { transactionHash: txHash, blockNumber } = receipt
  const fee = feeOf(receipt)
  const paid = receipt.status === 1 ? recordOf(payout, txHash, blockNumber) : NOTHING
  const value = paid.moved.some(({ contract }) => contract === COIN)
    ? ((await readTransaction(node, txHash))?.value ?? 0n)
    : 0n
  const ofChain = { contract: COIN, txHash, blockNumber, onChain: -fee - value, recorded: -fee }
  return {
    moved: [...paid.moved, ofChain],
    movements: [...paid.movements, { contract: COIN, kind: 'FEE', amount: -fee }],
  }
}

const NOTHING: SentMoves = { moved: [], movements: [] }

function recordOf(payout: Sent, txHash: string, blockNumber: number): SentMoves {
  const amount = -payout.amount
  if (amount === 0n) return NOTHING
  const contract = payout.contract ?? COIN
  return {
    moved: [{ contract, txHash, blockNumber, onChain: 0n, recorded: amount }],
    movements: [{ contract, kind: payout.purpose, amount }],
  }
}

async function findMined(
  node: ChainNode,
  payouts: readonly Sent[],
  toBlock: number,
): Promise<{ payout: Sent; receipt: Receipt } | undefined> {
  for (const payout of payouts) {
    const named = payout.txHash === null ? [] : [payout.txHash]
    for (const txHash of new Set([...named, ...payout.hashes])) {
      const receipt = await readReceipt(node, txHash)
      if (receipt && receipt.blockNumber <= toBlock) return { payout, receipt }
    }
  }
  return undefined
}
