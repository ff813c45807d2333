import type { Address } from '@solstice/rules/address'
import { DAY_MS } from '@solstice/rules/duration'
import {
  quantity,
  readFullBlock,
  readLogs,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
  type Log,
} from '#/modules/chain/chain-reading.service.ts'
import { transfersIn } from '#/modules/chain/payment.service.ts'
import { contractsOnChain, type Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/chain-error.ts'
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
    coinPayers: new Set(promised.coinPayers),
  }
}

const distinct = (texts: readonly string[]) => Array.from(new Set(texts))

/**
 * Everything from the last block that was final on: what is not final yet is read again each time.
 * Tells whether it came to the newest block; what was not read is not passed over.
 */
export async function scan(watch: Watch): Promise<'all' | 'part'> {
  const { ctx, network, node, head } = watch
  const { chainId } = network
  const wanted = await wantedOn(watch)
  const known = await findScan(ctx.db, chainId)
  const begin = known?.scannedTo ?? (await findOldestOpen(ctx.db, chainId)) ?? head
  const from = Math.min(head, begin) + 1
  const to = wanted.coinPayers.size > 0 ? Math.min(head, from + COIN_BLOCKS - 1) : head
  const found = new Map([
    ...(await readTokenPayments(node, wanted, { from, to })),
    ...(await readCoinPayments(node, wanted, { from, to })),
  ])
  const seen = await findKnown(ctx.db, chainId, Array.from(found.keys()))
  for (const [txHash, blockHash] of found) {
    if (seen.has(`${txHash} ${blockHash}`)) continue
    const isThere = await record(watch, wanted, txHash)
    if (isThere === 'nowhere') throw new ChainError('The node shows a payment it does not know')
  }
  const scannedTo = Math.max(from - 1, Math.min(to, head - network.confirmations), 0)
  await setScanned(ctx.db, chainId, { before: known?.scannedTo, scannedTo, head })
  return to >= head ? 'all' : 'part'
}

type Range = { from: number; to: number }

/** Hashes of transactions with the hashes of their blocks. */
async function readTokenPayments(
  node: ChainNode,
  { tokens, payees }: Wanted,
  { from, to }: Range,
): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let start = from; tokens.length > 0 && start <= to; start += LOG_BLOCKS) {
    const filter = { address: tokens, topics: [TRANSFER_TOPIC, null, payees.map(topicOf)] }
    const end = Math.min(to, start + LOG_BLOCKS - 1)
    const logs = await readLogsIn(node, filter, { from: start, to: end })
    for (const log of logs) {
      const transfer = tokenTransferIn(log)
      if (transfer && transfer.value > 0n) found.push([log.transactionHash, log.blockHash])
    }
  }
  return found
}

/** Halves what the node says too much about: nobody stops the scan by paying the treasury often. */
async function readLogsIn(node: ChainNode, filter: object, { from, to }: Range): Promise<Log[]> {
  try {
    const [fromBlock, toBlock] = [quantity(from), quantity(to)]
    return await readLogs(node, { ...filter, fromBlock, toBlock })
  } catch (error) {
    if (!(error instanceof ChainError && error.isTooLarge) || from >= to) throw error
    const middle = Math.floor((from + to) / 2)
    const before = await readLogsIn(node, filter, { from, to: middle })
    return [...before, ...(await readLogsIn(node, filter, { from: middle + 1, to }))]
  }
}

async function readCoinPayments(
  node: ChainNode,
  { coinPayers, payees }: Wanted,
  { from, to }: Range,
): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let at = from; coinPayers.size > 0 && at <= to; at += 1) {
    const block = await readFullBlock(node, at)
    if (!block) throw new ChainError(`The node has no block ${at}`)
    for (const { hash, from: payer, to: payee, value } of block.transactions) {
      if (value === 0n || payee === null || !payees.includes(payee)) continue
      if (coinPayers.has(payer)) found.push([hash, block.hash])
    }
  }
  return found
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
