import type { Address } from '@solstice/rules/address'
import { DAY_MS } from '@solstice/rules/duration'
import {
  quantity,
  readBlock,
  readFullBlock,
  readLogs,
  readTransaction,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
  type Log,
  type Transaction,
} from '#/modules/chain/chain-reading.service.ts'
import { transfersIn } from '#/modules/chain/payment.service.ts'
import { contractsOnChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError, isTooLarge } from '#/platform/chain-error.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
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
export type StrayPayment = {
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
export type GiveBack = (tx: Db, ctx: AppContext, stray: StrayPayment) => Promise<void>

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

type Wanted = {
  payees: string[]
  tokens: string[]
  /** Who pays an order in tokens. */
  payers: string[]
  /** Whose coins are looked for. Strangers' are not: that is how a treasury is filled. */
  coinPayers: ReadonlySet<string>
}

/** The treasury and its tokens as they are now, and those that orders promised. In lower case. */
async function wantedOn({ ctx, network, treasury }: Watch): Promise<Wanted> {
  const { chainId } = network
  const since = new Date(ctx.now().getTime() - WATCHED_MS)
  const promised = await findPromised(ctx.db, chainId, since)
  const contracts = await contractsOnChain(ctx, chainId)
  const tokens = contracts.flatMap(({ address }) => address?.toLowerCase() ?? [])
  return {
    payees: distinct([treasury.address.toLowerCase(), ...promised.payees]),
    tokens: distinct([...tokens, ...promised.tokens]),
    payers: distinct(promised.payers),
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
  const wanted = await wantedOn(watch)
  const known = await findScan(ctx.db, chainId)
  const begin = known?.scannedTo ?? (await findOldestOpen(ctx.db, chainId)) ?? head
  const from = Math.min(head, begin) + 1
  const to = wanted.coinPayers.size > 0 ? Math.min(head, from + COIN_BLOCKS - 1) : head
  const found = new Map([
    ...(await readTokenPayments(watch, wanted, { from, to })),
    ...(await readCoinPayments(watch, wanted, { from, to })),
  ])
  const seen = await findKnown(ctx.db, chainId, Array.from(found.keys()))
  for (const [txHash, blockHash] of found) {
    if (seen.has(`${txHash} ${blockHash}`)) continue
    const isThere = await recordReadable(watch, wanted, txHash)
    if (isThere === 'nowhere') throw new ChainError('The node shows a payment it does not know')
  }
  const scannedTo = Math.max(from - 1, Math.min(to, head - network.confirmations), 0)
  await setScanned(ctx.db, chainId, { before: known?.scannedTo, scannedTo, head })
  return to >= head ? 'all' : 'part'
}

type Range = { from: number; to: number }

/** Hashes of transactions with the hashes of their blocks. */
async function readTokenPayments(
  watch: Watch,
  { tokens, payees, payers }: Wanted,
  { from, to }: Range,
): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let start = from; tokens.length > 0 && start <= to; start += LOG_BLOCKS) {
    const end = Math.min(to, start + LOG_BLOCKS - 1)
    const logs = await readLogsIn(watch, { tokens, payees, payers }, { from: start, to: end })
    for (const log of logs) {
      const transfer = tokenTransferIn(log)
      if (transfer && transfer.value > 0n) found.push([log.transactionHash, log.blockHash])
    }
  }
  return found
}

type LogsWanted = Pick<Wanted, 'tokens' | 'payees' | 'payers'> & { payer?: string }

/**
 * Halves what the node says too much about: nobody stops the scan by paying the treasury often. Of a
 * block that is too much by itself each payer of an order is asked for, and one who paid too often
 * is passed over.
 */
async function readLogsIn(watch: Watch, wanted: LogsWanted, { from, to }: Range): Promise<Log[]> {
  const { tokens, payees, payers, payer } = wanted
  try {
    const topics = [TRANSFER_TOPIC, payer ? topicOf(payer) : null, payees.map(topicOf)]
    const [fromBlock, toBlock] = [quantity(from), quantity(to)]
    return await readLogs(watch.node, { address: tokens, topics, fromBlock, toBlock })
  } catch (error) {
    if (!isTooLarge(error)) throw error
  }
  if (from < to) {
    const middle = Math.floor((from + to) / 2)
    const before = await readLogsIn(watch, wanted, { from, to: middle })
    return [...before, ...(await readLogsIn(watch, wanted, { from: middle + 1, to }))]
  }
  if (payer !== undefined) {
    watch.ctx.log.error(
      { block: from, payer },
      'A payer has more payments in a block than are read',
    )
    return []
  }
  const found: Log[] = []
  for (const one of payers) {
    found.push(...(await readLogsIn(watch, { ...wanted, payer: one }, { from, to })))
  }
  return found
}

async function readCoinPayments(
  { node }: Watch,
  { coinPayers, payees }: Wanted,
  { from, to }: Range,
): Promise<[string, string][]> {
  const found: [string, string][] = []
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

/** What cannot be read is left to operators: it must not stop the search for everybody's payments. */
async function recordReadable(watch: Watch, wanted: Wanted, txHash: string) {
  try {
    return await record(watch, wanted, txHash)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    watch.ctx.log.error({ err: error, txHash }, 'A payment is too large to be read')
    return 'unread'
  }
}

/** What a transaction that somebody named paid to the treasury, wherever in the chain it is. */
export async function recordNamed(watch: Watch, txHash: string): Promise<boolean> {
  return (await record(watch, await wantedOn(watch), txHash)) === 'new'
}

/** All that one transaction paid, at once: what is known of it in a block is known whole. */
async function record(
  { ctx, network, node }: Watch,
  wanted: Wanted,
  txHash: string,
): Promise<'new' | 'known' | 'nowhere'> {
  const { chainId } = network
  const transfers = await transfersIn(node, txHash, wanted)
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
