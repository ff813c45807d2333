import { isTooLate, matchPayment, type WaitingOrder } from '@solstice/rules/order'
import { readHeadNumber, readTransaction } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf, skipUnreadable } from '#/modules/chain/chain.service.ts'
import { verifyPayment } from '#/modules/chain/payment.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import { isLaneFrozen } from '#/modules/payout/lane.service.ts'
import { ChainError, isTooLarge } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { setHistory } from '#/platform/books/histories.ts'
import { recordNamed, scan, type ReturnPayment, type Watch } from './payment-scan.service.ts'
import { recheckSettled, settleFinal } from './payment-settle.service.ts'
import { closeOrder, expectedOf } from './order.service.ts'
import {
  findUnpaidOrders,
  hasOpenOrder,
  lockOrder,
  lockUnpaidOrdersOf,
  setOrderState,
  type Order,
} from './order.queries.ts'
import {
  findPaidBy,
  findScan,
  findUnassigned,
  hasSeenOnChain,
  hasSeenPayment,
  linkPayment,
  lockPayment,
  type Payment,
} from './payment.queries.ts'

/**
 * Polls a chain once: records payments to the treasury, assigns them to orders and settles final
 * ones. Also records a named transaction anywhere in the chain. Returns 'behind' if not all blocks
 * were read.
 */
export async function watchPayments(
  ctx: AppContext,
  chainId: number,
  returnPayment: ReturnPayment,
  named?: string | null,
): Promise<'busy' | 'behind' | 'idle'> {
  const network = await networkByChain(ctx, chainId)
  const { treasury } = ctx
  if (!network || !treasury) return 'idle'
  const node = await nodeOf(ctx, network)
  const known = await findScan(ctx.db, chainId)
  const head = await readHeadNumber(node)
  const watch: Watch = { ctx, network, node, treasury, head, returnPayment }
  if (known && head < known.head) {
    // The node is behind or the chain was rolled back; trust nothing until it has caught up.
    ctx.log.warn({ chainId, head, known: known.head }, 'The chain is behind its last known block')
    return 'behind'
  }
  await recheckSettled(watch)
  if (named != null) await recordNamed(watch, named)
  const read = await scan(watch)
  await assignSeen(watch)
  // Payments on a frozen chain are recorded but not settled.
  if (!(await isLaneFrozen(ctx.db, chainId))) await settleFinal(watch)
  if (read === 'part') return 'behind'
  await closeLate(watch)
  return (await hasWork(ctx.db, chainId)) ? 'busy' : 'idle'
}

async function hasWork(db: Db, chainId: number): Promise<boolean> {
  return (await hasOpenOrder(db, chainId)) || hasSeenOnChain(db, chainId)
}

/** Assigns each payment to the oldest order that expects exactly this payment. */
async function assignSeen({ ctx, network }: Watch): Promise<void> {
  const { chainId } = network
  for (const payment of await findUnassigned(ctx.db, chainId)) {
    await ctx.db.transaction(async (tx) => {
      const waiting = await lockUnpaidOrdersOf(tx, payment)
      const match = matchPayment(waiting.flatMap(ifPaidInTime(payment)), payment)
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

type Waiting = WaitingOrder & { historyId: number | null }

/**
 * Keeps the order only if the payment was made before it expired, regardless of when it is
 * processed.
 */
const ifPaidInTime =
  ({ paidAt }: Payment) =>
  (order: Order): Waiting[] => {
    const { terms, txHash, historyId } = order
    if (!terms) return []
    // An order that is open after its expiry has a transaction that a node knew at the last poll.
    const isTxKnown = txHash !== null
    if (isTooLate({ expiresAt: terms.expiresAt, isTxKnown, paymentSeen: false }, paidAt)) return []
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

/** Each poll checks this many named transactions without a payment, in rotation. */
const CHECKED_PER_POLL = 10
const POLL_MS = 2000

/** Closes orders that expired unpaid or whose transaction is not a payment. */
async function closeLate(watch: Watch): Promise<void> {
  const { ctx, network } = watch
  const unpaid = await findUnpaidOrders(ctx.db, network.chainId)
  const named = unpaid.filter(({ txHash }) => txHash !== null)
  const turns = Math.ceil(named.length / CHECKED_PER_POLL)
  const turn = Math.floor(ctx.now().getTime() / POLL_MS) % Math.max(1, turns)
  const checked = named.slice(turn * CHECKED_PER_POLL, (turn + 1) * CHECKED_PER_POLL)
  for (const order of unpaid) {
    try {
      await closeIfLate(watch, order, checked.includes(order))
    } catch (error) {
      await skipUnreadable(ctx, watch.node, error, { order: order.id })
      // A transaction that the node cannot return counts as pending, but only as long as a pending
      // one.
      if (isLateEvenIfSent(order, ctx.now())) await closeUnpaid(watch, order.id, 'EXPIRED')
    }
  }
}

const isLateEvenIfSent = ({ terms }: Order, now: Date): boolean =>
  terms !== null &&
  isTooLate({ expiresAt: terms.expiresAt, isTxKnown: true, paymentSeen: false }, now)

async function closeIfLate(watch: Watch, order: Order, isChecked: boolean): Promise<void> {
  const { ctx } = watch
  const { terms, txHash } = order
  if (!terms) return
  const facts = { expiresAt: terms.expiresAt, paymentSeen: false }
  const isOver = isTooLate({ ...facts, isTxKnown: false }, ctx.now())
  const verdict = isOver || isChecked ? await checkNamedTransaction(watch, order) : undefined
  // The next poll assigns the payment.
  if (verdict === 'found') return
  // An invented hash must not hold stock.
  const isTxKnown = isOver && txHash !== null && (await isKnown(watch, txHash))
  const isLate = isTooLate({ ...facts, isTxKnown }, ctx.now())
  const end = verdict === 'no-payment' ? 'FAILED' : isLate ? 'EXPIRED' : undefined
  if (end) await closeUnpaid(watch, order.id, end)
}

/** Checks whether the named transaction is mined, and records its payment. */
async function checkNamedTransaction(
  watch: Watch,
  order: Order,
): Promise<'found' | 'no-payment' | undefined> {
  const { ctx, network } = watch
  const { terms, txHash } = order
  if (!terms || txHash === null) return undefined
  try {
    const state = await verifyPayment(ctx, network, expectedOf(order, terms), txHash)
    const isThere = state.kind !== 'waiting' || state.confirmations > 0
    const isNew = isThere && (await recordNamed(watch, txHash))
    if (state.kind === 'refused') return 'no-payment'
    return isNew ? 'found' : undefined
  } catch (error) {
    // An unreadable transaction counts as pending.
    if (isTooLarge(error)) return undefined
    throw error
  }
}

/** Returns whether a node of the network knows the transaction, mined or pending. */
async function isKnown({ ctx, network, node }: Watch, txHash: string): Promise<boolean> {
  if (await hasTransaction(node, txHash)) return true
  const { chainId, secondRpcUrl } = network
  if (secondRpcUrl === null) return false
  try {
    return await hasTransaction(await nodeOf(ctx, { chainId, rpcUrl: secondRpcUrl }), txHash)
  } catch (error) {
    // An unavailable second node counts as not knowing it; a later payment is refunded.
    if (error instanceof ChainError) return false
    throw error
  }
}

async function hasTransaction(node: ChainNode, txHash: string): Promise<boolean> {
  try {
    return (await readTransaction(node, txHash)) !== null
  } catch (error) {
    if (isTooLarge(error)) return true
    throw error
  }
}

async function closeUnpaid(
  { ctx }: Watch,
  orderId: number,
  end: 'EXPIRED' | 'FAILED',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'OPEN' && order?.state !== 'SUBMITTED') return
    if (!(await hasSeenPayment(tx, orderId))) await closeOrder(tx, ctx, order, end)
  })
}

/** Returns all payments for an order or in a named transaction, from the payer of the order. */
export function paymentsOf(db: Db, order: Order, named: string | null): Promise<Payment[]> {
  if (!order.terms) return Promise.resolve([])
  const { chainId, payer } = order.terms
  const hashes = [named, order.txHash].filter((hash) => hash !== null)
  return findPaidBy(db, { chainId, payer: payer.toLowerCase(), orderId: order.id, hashes })
}
