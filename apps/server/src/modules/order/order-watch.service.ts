import { sql } from 'drizzle-orm'
import { isTooLate, matchPayment, type WaitingOrder } from '@solstice/rules/order'
import {
  quantity,
  readFullBlock,
  readHeadNumber,
  readLogs,
  tokenTransferIn,
  topicOf,
  TRANSFER_TOPIC,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import { NO_LOG, verifyPayment } from '#/modules/chain/payment.service.ts'
import { contractsOnChain, networkByChain } from '#/modules/network/network.service.ts'
import { isLaneFrozen } from '#/modules/payout/lane.service.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { recheckSettled, settleFinal, type Watch } from './payment-settle.service.ts'
import { closeOrder, expectedOf } from './order.service.ts'
import { findOrders, lockOrder, setHistory, setOrderState, type Order } from './order.queries.ts'
import {
  findPaymentRows,
  findScanned,
  insertSighting,
  linkPayment,
  lockPayment,
  setScanned,
  type Payment,
  type Sighting,
} from './payment.queries.ts'

/** One look at a chain: what came to the treasury, whose it is, and what can be settled by now. */
export async function watchPayments(ctx: AppContext, chainId: number): Promise<'busy' | 'idle'> {
  const network = await networkByChain(ctx, chainId)
  const { treasury } = ctx
  if (!network || !treasury) return 'idle'
  const node = await nodeOf(ctx, network)
  const watch: Watch = { ctx, network, node, treasury, head: await readHeadNumber(node) }
  await recheckSettled(watch)
  await scan(watch)
  await assignSeen(watch)
  // What a frozen chain says is seen and not believed.
  if (!(await isLaneFrozen(ctx.db, chainId))) await settleFinal(watch)
  await closeLate(watch)
  return (await hasWork(ctx.db, chainId)) ? 'busy' : 'idle'
}

async function hasWork(db: Db, chainId: number): Promise<boolean> {
  const [order] = await findOrders(db, openOn(chainId, sql`limit 1`))
  if (order) return true
  const [payment] = await findPaymentRows(
    db,
    sql`p.chain_id = ${chainId} and p.state = 'SEEN' limit 1`,
  )
  return payment !== undefined
}

const openOn = (chainId: number, more = sql``) =>
  sql`o.chain_id = ${chainId} and o.state in ('OPEN', 'SUBMITTED') order by o.id ${more}`

/** Nodes answer about so many blocks at once. */
const LOG_BLOCKS = 2000
/** Of the coin nothing is logged: blocks have to be read, and nobody reads many. */
const COIN_BLOCKS = 500

/** Everything from the last block that was final on: what is not final yet is read again each time. */
async function scan({ ctx, network, node, treasury, head }: Watch): Promise<void> {
  const { chainId } = network
  const open = await findOrders(ctx.db, openOn(chainId))
  const oldest = Math.min(head, ...open.map(({ terms }) => terms?.afterBlock ?? head))
  const from = Math.min(head, (await findScanned(ctx.db, chainId)) ?? oldest) + 1
  const contracts = await contractsOnChain(ctx, chainId)
  const tokens = contracts.flatMap(({ address }) => address ?? [])
  const sightings: Sighting[] = []
  for (let start = from; tokens.length > 0 && start <= head; start += LOG_BLOCKS) {
    const logs = await readLogs(node, {
      address: tokens,
      fromBlock: quantity(start),
      toBlock: quantity(Math.min(head, start + LOG_BLOCKS - 1)),
      topics: [TRANSFER_TOPIC, null, topicOf(treasury.address)],
    })
    for (const log of logs) {
      const transfer = tokenTransferIn(log)
      if (!transfer || transfer.value === 0n) continue
      const { contract, from: payer, value: amount, logIndex } = transfer
      const { transactionHash: txHash, blockNumber, blockHash } = log
      sightings.push({ chainId, txHash, logIndex, blockNumber, blockHash, contract, payer, amount })
    }
  }
  const coinPayers = open.flatMap(({ terms }) =>
    terms?.contract === null ? terms.payer.toLowerCase() : [],
  )
  if (coinPayers.length > 0) {
    const payee = treasury.address.toLowerCase()
    for (let at = Math.max(from, head - COIN_BLOCKS); at <= head; at += 1) {
      const block = await readFullBlock(node, at)
      for (const { hash: txHash, from: payer, to, value: amount } of block?.transactions ?? []) {
        if (to !== payee || amount === 0n || !coinPayers.includes(payer)) continue
        const where = { blockNumber: at, blockHash: block?.hash ?? '' }
        sightings.push({
          chainId,
          txHash,
          logIndex: NO_LOG,
          ...where,
          contract: null,
          payer,
          amount,
        })
      }
    }
  }
  for (const seen of sightings) {
    if (await insertSighting(ctx.db, seen, ctx.now())) ctx.passes?.('payment-seen')
  }
  const scannedTo = Math.max(0, Math.max(from - 1, head - network.confirmations))
  await setScanned(ctx.db, chainId, { scannedTo: Math.min(scannedTo, head), head })
}

/** The oldest order that waits for exactly this. */
async function assignSeen({ ctx, network }: Watch): Promise<void> {
  const { chainId } = network
  const unassigned = await findPaymentRows(
    ctx.db,
    sql`p.chain_id = ${chainId} and p.state = 'SEEN' and p.order_id is null
      order by p.block_number, p.log_index`,
  )
  for (const payment of unassigned) {
    await ctx.db.transaction(async (tx) => {
      const waiting = await findOrders(
        tx,
        sql`o.chain_id = ${chainId} and lower(o.payer) = ${payment.payer}
          and o.state in ('OPEN', 'SUBMITTED') and not exists (select 1 from payments q
            where q.order_id = o.id and q.state = 'SEEN') order by o.id for update of o`,
      )
      const match = matchPayment(waiting.flatMap(asWaiting), payment)
      const held = await lockPayment(tx, payment.id)
      if (!match || held?.state !== 'SEEN' || held.orderId !== null) return
      const { txHash } = payment
      await linkPayment(tx, payment.id, match.orderId)
      await setOrderState(tx, match.orderId, { state: 'SUBMITTED', txHash })
      if (match.historyId !== null) {
        await setHistory(tx, match.historyId, { status: 'PENDING', txHash })
      }
    })
  }
}

function asWaiting(order: Order): (WaitingOrder & { historyId: number | null })[] {
  const { terms, txHash, historyId } = order
  if (!terms) return []
  return [
    {
      orderId: order.id,
      historyId,
      chainId: terms.chainId,
      contract: terms.contract?.toLowerCase() ?? null,
      payer: terms.payer.toLowerCase(),
      amount: order.price,
      afterBlock: terms.afterBlock,
      txHash,
    },
  ]
}

/** Orders that nobody pays any more, or whose transaction turned out to be no payment. */
async function closeLate(watch: Watch): Promise<void> {
  const { ctx, network } = watch
  const unpaid = await findOrders(
    ctx.db,
    sql`o.chain_id = ${network.chainId} and o.state in ('OPEN', 'SUBMITTED')
      and not exists (select 1 from payments p where p.order_id = o.id and p.state = 'SEEN')
      order by o.id`,
  )
  for (const order of unpaid) {
    const { terms, txHash } = order
    if (!terms) continue
    const isLate = isTooLate({ expiresAt: terms.expiresAt, txHash, paymentSeen: false }, ctx.now())
    const end = isLate ? 'EXPIRED' : (await isNoPayment(watch, order)) ? 'FAILED' : undefined
    if (end) await closeUnpaid(watch, order.id, end)
  }
}

/** The transaction that was named is in the chain and holds something else. */
async function isNoPayment({ ctx, network }: Watch, order: Order): Promise<boolean> {
  const { terms, txHash } = order
  if (!terms || txHash === null) return false
  const state = await verifyPayment(ctx, network, expectedOf(order, terms), txHash)
  return state.kind === 'refused'
}

async function closeUnpaid(
  { ctx }: Watch,
  orderId: number,
  end: 'EXPIRED' | 'FAILED',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'OPEN' && order?.state !== 'SUBMITTED') return
    const [seen] = await findPaymentRows(tx, sql`p.order_id = ${orderId} and p.state = 'SEEN'`)
    if (!seen) await closeOrder(tx, ctx, order, end)
  })
}

/** Everything that came for an order, or in a transaction that was named, from whoever may pay it. */
export function paymentsOf(db: Db, order: Order, named: string | null): Promise<Payment[]> {
  if (!order.terms) return Promise.resolve([])
  const { chainId, payer } = order.terms
  return findPaymentRows(
    db,
    sql`p.chain_id = ${chainId} and p.payer = ${payer.toLowerCase()}
      and (p.order_id = ${order.id} or p.tx_hash in (${named}::text, ${order.txHash}::text))`,
  )
}
