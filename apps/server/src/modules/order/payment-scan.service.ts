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
  insertSighting,
  setScanned,
} from './payment.queries.ts'

/** What came to the treasury from a member, and no order waits for. */
export type UnmatchedPayment = {
  paymentId: number
  memberId: number
  payer: Address
  chainId: number
  contract: string | null
  amount: bigint
  txHash: string
  /** The one that it came too late for. */
  order: Order | undefined
}

/** In the transaction that settles the payment. Orders do not know what a refund is. */
export type GiveBack = (tx: Db, ctx: AppContext, unmatched: UnmatchedPayment) => Promise<void>

/** What one look at a chain works with. */
export type Watch = {
  ctx: AppContext
  network: Network
  node: ChainNode
  treasury: TreasurySigner
  head: number
  giveBack: GiveBack
}

/** Nodes answer about so many blocks at once. */
const LOG_BLOCKS = 2000
/** Of the coin nothing is logged: blocks have to be read, so many at a look. */
const COIN_BLOCKS = 500
/** So long what an order named is watched, however it ended: members pay late, and settings change. */
const WATCHED_MS = DAY_MS

type PaymentFilter = {
  payees: string[]
  tokens: string[]
  /** Whose coins are looked for. Strangers' are not: that is how a treasury is filled. */
  coinPayers: ReadonlySet<string>
}

/** The treasury and its tokens as they are now, and those that orders promised. In lower case. */
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
 * Everything from the last block that was final on: what is not final yet is read again each time.
 * Tells whether it came to the newest block; what was not read is not passed over.
 */
export async function scan(watch: Watch): Promise<'all' | 'part'> {
  const { ctx, network, head } = watch
  const { chainId } = network
  const filter = await paymentFilterOf(watch)
  const known = await findScan(ctx.db, chainId)
  const begin = known?.scannedTo ?? (await findOldestOpen(ctx.db, chainId)) ?? head
  const from = Math.min(head, begin) + 1
  const most = filter.coinPayers.size > 0 ? Math.min(head, from + COIN_BLOCKS - 1) : head
  const { to, payments } = await readTokenPayments(watch, filter, { from, to: most })
  const found = new Map([...payments, ...(await readCoinPayments(watch, filter, { from, to }))])
  const seen = await findKnown(ctx.db, chainId, Array.from(found.keys()))
  for (const [txHash, blockHash] of found) {
    if (seen.has(`${txHash} ${blockHash}`)) continue
    const isThere = await recordReadable(watch, filter, txHash)
    if (isThere === 'nowhere') throw new ChainError('The node shows a payment it does not know')
  }
  const scannedTo = Math.max(from - 1, Math.min(to, head - network.confirmations), 0)
  await setScanned(ctx.db, chainId, { before: known?.scannedTo, scannedTo, head })
  return to >= head ? 'all' : 'part'
}

type Range = { from: number; to: number }

/** Hashes of transactions with the hashes of their blocks. */
type Found = [txHash: string, blockHash: string][]

/** A poll stops after so many transactions that it had to read by themselves, and goes on there. */
const READ_SINGLY_MAX = 1000

/**
 * Halves the range that the node does not answer about, for whatever reason: nobody stops the scan by
 * paying the treasury often. A block that is too much by itself is read transaction by transaction.
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
      const block = await readFlooded(watch, filter, start)
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
 * Nodes refuse in many ways, by an error, a status or silence. One that still answers about its newest
 * block refuses this question only; one that does not is down, and nothing is passed over.
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

/** More transactions than fit into the blocks of any chain that is paid on. */
const BLOCK_TRANSACTIONS_MAX = 5000

/** The payments of a block by its receipts; operators are told what cannot be read. */
async function readFlooded(
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
    ctx.log.error(facts, 'The transactions of a block from this one on are not read')
  }
  const payments: Found = []
  for (const txHash of hashes) {
    const mined = await unlessRefused(watch, readMined(node, txHash, filter), (error) =>
      ctx.log.error({ err: error, block: block.hash, txHash }, 'A transaction cannot be read'),
    )
    if (mined === null) throw new ChainError('The node shows a block without its transactions')
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

/** A block that is too large as a whole is read one transaction at a time. */
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
      // A payment of the coin to the treasury has no call data that could be large.
      if (isTooLarge(error)) return null
      throw error
    })
    if (transaction?.blockHash === block.hash) transactions.push(transaction)
  }
  return { hash: block.hash, transactions }
}

/** Leaves an unreadable transaction to operators, so that the search for other payments goes on. */
async function recordReadable(watch: Watch, filter: PaymentFilter, txHash: string) {
  try {
    return await record(watch, filter, txHash)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    watch.ctx.log.error({ err: error, txHash }, 'A payment is too large to be read')
    return 'unread'
  }
}

/** What a transaction that somebody named paid to the treasury, wherever in the chain it is. */
export async function recordNamed(watch: Watch, txHash: string): Promise<boolean> {
  return (await record(watch, await paymentFilterOf(watch), txHash)) === 'new'
}

/** All that one transaction paid, at once: what is known of it in a block is known whole. */
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
      // Chains and we do not set our clocks by each other; it was not paid after it was seen.
      const seen = { ...transfer, chainId, paidAt: paidAt < now ? paidAt : now }
      if (await insertSighting(tx, seen, now)) any = true
    }
    return any
  })
  if (!isNew) return 'known'
  ctx.passes?.('payment-seen')
  return 'new'
}
