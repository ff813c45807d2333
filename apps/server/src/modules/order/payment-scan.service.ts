import type { Address } from '@solstice/rules/address'
import { DAY_MS } from '@solstice/rules/duration'
import {
  quantity,
  readBlock,
  readFullBlock,
  readHeadNumber,
  readLogs,
  readTransaction,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
  type Log,
  type Transaction,
} from '#/modules/chain/chain-reading.service.ts'
import { transfersIn } from '#/modules/chain/payment.service.ts'
import { readMined } from '#/modules/chain/receipt-transfers.service.ts'
import { contractsOnChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError, isTooLarge } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Order } from './order.queries.ts'
import {
  findKnown,
  findOldestOpen,
  findPromised,
  findScan,
  insertSeenTransfer,
  setScanned,
} from './payment.queries.ts'

/** A payment from a member to the treasury that matches no open order. */
export type UnmatchedPayment = {
  paymentId: number
  memberId: number
  payer: Address
  chainId: number
  contract: string | null
  amount: bigint
  txHash: string
  /** The order for which it came too late. */
  order: Order | undefined
}

/**
 * Refunds the payment in the transaction that settles it. Injected, because the order module does
 * not depend on refunds.
 */
export type ReturnPayment = (tx: Db, ctx: AppContext, unmatched: UnmatchedPayment) => Promise<void>

/** The dependencies of one poll of a chain. */
export type Watch = {
  ctx: AppContext
  network: Network
  node: ChainNode
  treasury: TreasurySigner
  head: number
  returnPayment: ReturnPayment
}

/** The largest range of blocks requested from a node at once. */
const LOG_BLOCKS = 2000
/** Coin payments have no logs, so blocks are read; this limits them per poll. */
const COIN_BLOCKS = 500
/**
 * The addresses and tokens of an order are watched for this long, whatever its state, because
 * members may pay late and settings may change.
 */
const WATCHED_MS = DAY_MS

type PaymentFilter = {
  payees: string[]
  tokens: string[]
  /**
   * The payers whose coin transfers are recorded. Transfers of strangers are ignored, because that
   * is how the treasury is funded.
   */
  coinPayers: ReadonlySet<string>
}

/** Returns the current treasury and tokens together with those of recent orders, in lower case. */
async function paymentFilterOf({ ctx, network, treasury }: Watch): Promise<PaymentFilter> {
  const { chainId } = network
  const since = new Date(ctx.now().getTime() - WATCHED_MS)
  const promised = await findPromised(ctx.db, chainId, since)
  const contracts = await contractsOnChain(ctx, chainId)
  const tokens = contracts.flatMap(({ address }) => address?.toLowerCase() ?? [])
  return {
    payees: distinct([treasury.address.toLowerCase(), ...promised.payees]),
    tokens: distinct([...tokens, ...promised.tokens]),
    coinPayers: new Set(promised.coinPayers),
  }
}

const distinct = (texts: readonly string[]) => Array.from(new Set(texts))

/**
 * Reads the blocks after the last final one; blocks that are not final are read again each time.
 * Returns 'all' if it reached the newest block; unread blocks are read by the next poll.
 */
export async function scan(watch: Watch): Promise<'all' | 'part'> {
  const { ctx, network, head } = watch
  const { chainId } = network
  const filter = await paymentFilterOf(watch)
  const known = await findScan(ctx.db, chainId)
  const begin = known?.scannedTo ?? (await findOldestOpen(ctx.db, chainId)) ?? head
  const from = Math.min(head, begin) + 1
  const lastBlock = filter.coinPayers.size > 0 ? Math.min(head, from + COIN_BLOCKS - 1) : head
  const { to, payments } = await readTokenPayments(watch, filter, { from, to: lastBlock })
  const found = new Map([...payments, ...(await readCoinPayments(watch, filter, { from, to }))])
  const seen = await findKnown(ctx.db, chainId, Array.from(found.keys()))
  for (const [txHash, blockHash] of found) {
    if (seen.has(`${txHash} ${blockHash}`)) continue
    const isThere = await recordReadable(watch, filter, txHash)
    if (isThere === 'nowhere')
      throw new ChainError('The node returned a payment that it does not know')
  }
  const scannedTo = Math.max(from - 1, Math.min(to, head - network.confirmations), 0)
  await setScanned(ctx.db, chainId, { before: known?.scannedTo, scannedTo, head })
  return to >= head ? 'all' : 'part'
}

type Range = { from: number; to: number }

/** Transaction hashes with the hashes of their blocks. */
type Found = [txHash: string, blockHash: string][]

/** A poll stops after reading this many single transactions; the next one continues there. */
const READ_SINGLY_MAX = 1000

/**
 * Halves the range when the node refuses it for any reason, so that many payments cannot stop the
 * scan. A single block that is still refused is read transaction by transaction.
 */
async function readTokenPayments(
  watch: Watch,
  filter: PaymentFilter,
  { from, to }: Range,
): Promise<{ to: number; payments: Found }> {
  const payments: Found = []
  let [start, size, readSingly] = [from, LOG_BLOCKS, 0]
  while (filter.tokens.length > 0 && start <= to) {
    const end = Math.min(to, start + size - 1)
    const logs = await unlessRefused(
      watch,
      readTransferLogs(watch, filter, { from: start, to: end }),
    )
    if (!logs && end > start) {
      size = Math.floor((end - start + 1) / 2)
      continue
    }
    if (logs) {
      payments.push(...paymentsIn(logs))
      size = Math.min(LOG_BLOCKS, size * 2)
    } else {
      const block = await readLargeBlock(watch, filter, start)
      payments.push(...block.payments)
      readSingly += block.read + 1
    }
    start = end + 1
    if (readSingly > READ_SINGLY_MAX) return { to: end, payments }
  }
  return { to, payments }
}

function readTransferLogs(
  { node }: Watch,
  { tokens, payees }: PaymentFilter,
  { from, to }: Range,
): Promise<Log[]> {
  const topics = [TRANSFER_TOPIC, null, payees.map(topicOf)]
  const [fromBlock, toBlock] = [quantity(from), quantity(to)]
  return readLogs(node, { address: tokens, topics, fromBlock, toBlock })
}

const paymentsIn = (logs: readonly Log[]): Found =>
  logs.flatMap((log): Found => {
    const isPayment = (tokenTransferIn(log)?.value ?? 0n) > 0n
    return isPayment ? [[log.transactionHash, log.blockHash]] : []
  })

/**
 * Returns undefined if the node refuses the request, by an error, a status or a timeout. If the
 * node cannot return its newest block either, it is down and this throws, so that no block is
 * skipped.
 */
async function unlessRefused<Answer>(
  { node }: Watch,
  response: Promise<Answer>,
  onRefusal?: (error: ChainError) => void,
): Promise<Answer | undefined> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    await readHeadNumber(node)
    onRefusal?.(error)
    return undefined
  }
}

/** More transactions than fit into a block of any supported chain. */
const BLOCK_TRANSACTIONS_MAX = 5000

/** Reads the payments of a block from its receipts and logs what cannot be read. */
async function readLargeBlock(
  watch: Watch,
  filter: PaymentFilter,
  at: number,
): Promise<{ read: number; payments: Found }> {
  const { node, ctx } = watch
  const block = await readBlock(node, at)
  if (!block) throw new ChainError(`The node has no block ${at}`)
  const hashes = block.transactions.slice(0, BLOCK_TRANSACTIONS_MAX)
  const [unread, ...more] = block.transactions.slice(BLOCK_TRANSACTIONS_MAX)
  if (unread !== undefined) {
    const facts = { block: block.hash, txHash: unread, more: more.length }
    ctx.log.error(facts, 'The remaining transactions of the block were not read')
  }
  const payments: Found = []
  for (const txHash of hashes) {
    const mined = await unlessRefused(watch, readMined(node, txHash, filter), (error) =>
      ctx.log.error({ err: error, block: block.hash, txHash }, 'A transaction could not be read'),
    )
    if (mined === null) throw new ChainError('The node returned a block without its transactions')
    if (mined?.transfers.some(({ value }) => value > 0n)) payments.push([txHash, block.hash])
  }
  return { read: hashes.length, payments }
}

async function readCoinPayments(
  { node }: Watch,
  { coinPayers, payees }: PaymentFilter,
  { from, to }: Range,
): Promise<Found> {
  const found: Found = []
  for (let at = from; coinPayers.size > 0 && at <= to; at += 1) {
    const block = await readBlockOf(node, at)
    if (!block) throw new ChainError(`The node has no block ${at}`)
    for (const { hash, from: payer, to: payee, value } of block.transactions) {
      if (value === 0n || payee === null || !payees.includes(payee)) continue
      if (coinPayers.has(payer)) found.push([hash, block.hash])
    }
  }
  return found
}

/** Reads a block, one transaction at a time if it is too large as a whole. */
async function readBlockOf(
  node: ChainNode,
  at: number,
): Promise<{ hash: string; transactions: Transaction[] } | null> {
  try {
    return await readFullBlock(node, at)
  } catch (error) {
    if (!isTooLarge(error)) throw error
  }
  const block = await readBlock(node, at)
  if (!block) return null
  const transactions: Transaction[] = []
  for (const hash of block.transactions) {
    const transaction = await readTransaction(node, hash).catch((error: unknown) => {
      // A coin payment to the treasury has no call data, so it cannot be large.
      if (isTooLarge(error)) return null
      throw error
    })
    if (transaction?.blockHash === block.hash) transactions.push(transaction)
  }
  return { hash: block.hash, transactions }
}

/** Logs an unreadable transaction for operators, so that the scan continues. */
async function recordReadable(watch: Watch, filter: PaymentFilter, txHash: string) {
  try {
    return await record(watch, filter, txHash)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    watch.ctx.log.error({ err: error, txHash }, 'A payment is too large to be read')
    return 'unread'
  }
}

/** Records the payments of a named transaction to the treasury, anywhere in the chain. */
export async function recordNamed(watch: Watch, txHash: string): Promise<boolean> {
  return (await record(watch, await paymentFilterOf(watch), txHash)) === 'new'
}

/** Records all payments of a transaction in one database transaction. */
async function record(
  { ctx, network, node }: Watch,
  filter: PaymentFilter,
  txHash: string,
): Promise<'new' | 'known' | 'nowhere'> {
  const { chainId } = network
  const transfers = await transfersIn(node, txHash, filter)
  if (!transfers) return 'nowhere'
  const now = ctx.now()
  const isNew = await ctx.db.transaction(async (tx) => {
    let any = false
    for (const { paidAt, ...transfer } of transfers) {
      // Clocks may differ, so the payment time is limited to the time it was first seen.
      const seen = { ...transfer, chainId, paidAt: paidAt < now ? paidAt : now }
      if (await insertSeenTransfer(tx, seen, now)) any = true
    }
    return any
  })
  if (!isNew) return 'known'
  ctx.atFaultPoint?.('payment-seen')
  return 'new'
}
