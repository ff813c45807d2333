import { Code } from '@solstice/contract/codes'
import { decideRefund, type RefundFacts } from '@solstice/rules/refund'
import { paymentsOf, watchPayments } from '#/modules/order/order-watch.service.ts'
import {
  findOrder,
  lockOrder,
  releaseStock,
  setOrderState,
  type Order,
} from '#/modules/order/order.service.ts'
import type { PayoutListener } from '#/modules/payout/payout.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { insertHistory, setHistory } from '#/platform/books/histories.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  InsufficientBalanceError,
  reverse,
  TransactionArchivedError,
} from '#/platform/books/ledger.ts'
import { coversGift, openUnmatchedRefund } from './refund.service.ts'
import {
  attachPayment,
  detachForeign,
  findRefund,
  findRefundsOfPayments,
  escalateToOperator,
  lockForeign,
  lockRefund,
  lockRefundsOfBatch,
  reopen,
  setDecided,
  type Refund,
  type RefundOutcome,
} from './refund.queries.ts'

type DecisionContext = Pick<AppContext, 'now' | 'payouts' | 'atFaultPoint'>

/**
 * Decides a refund by the rules. For a payment that might still be credited, the chain is polled
 * first.
 */
export async function decideByRule(
  ctx: AppContext,
  refundId: number,
): Promise<'decided' | 'later'> {
  const refundBefore = await findRefund(ctx.db, refundId)
  if (
    refundBefore?.state !== 'REQUESTED' ||
    refundBefore.forOperator ||
    refundBefore.orderId === null
  )
    return 'decided'
  const chainId = await chainOfOrder(ctx.db, refundBefore.orderId)
  if (refundBefore.type === 'UNCREDITED' && chainId !== undefined) {
    // Blocks that were not read yet may contain the payment.
    if ((await watchPayments(ctx, chainId, openUnmatchedRefund, refundBefore.txHash)) === 'behind')
      return 'later'
  }
  const outcome = await ctx.db.transaction(async (tx) => {
    const order =
      refundBefore.orderId === null ? undefined : await lockOrder(tx, refundBefore.orderId)
    const refund = await lockRefund(tx, refundId)
    if (!order || refund?.state !== 'REQUESTED' || refund.forOperator) return 'decided'
    const decision = decideRefund(await factsOf(tx, refund, order), ctx.now())
    switch (decision.kind) {
      case 'wait':
        return 'later'
      case 'reject':
        if (await isForeign(tx, refund, order)) break
        await reject(tx, ctx, refund, order, decision.outcome)
        break
      case 'give-back':
        await giveBack(tx, ctx, refund, order)
        break
      case 'already-going-back':
        await complete(tx, ctx, refund)
        break
    }
    ctx.atFaultPoint?.('refund-deciding')
    return 'decided'
  })
  ctx.atFaultPoint?.('refund-decided')
  return outcome
}

async function chainOfOrder(db: Db, orderId: number): Promise<number | undefined> {
  return (await findOrder(db, orderId))?.terms?.chainId
}

const factsOf = (tx: Db, refund: Refund, order: Order): Promise<RefundFacts> =>
  readFacts(tx, refund, order, {
    // The payment stays as it is until the decision is stored.
    isForeign: async (txHash) => (await lockForeign(tx, txHash)) !== undefined,
  })

/** Returns the facts from which the rule decides. */
export async function readFacts(
  tx: Db,
  refund: Refund,
  order: Order,
  { isForeign: isKnownForeign }: { isForeign: (txHash: string) => Promise<boolean> },
): Promise<RefundFacts> {
  const payments = await paymentsOf(tx, order, refund.txHash)
  const named = refund.txHash ?? order.txHash
  const returning = payments.filter(
    ({ state, orderId }) => state === 'REFUNDED' && (orderId === null || orderId === order.id),
  )
  const returns = await findRefundsOfPayments(
    tx,
    returning.map(({ id }) => id),
  )
  return {
    type: refund.type,
    state: order.state,
    requestedAt: refund.requestedAt,
    completedAt: order.completedAt,
    coversGift: await coversGift(tx, order),
    // A refund in flight does not count as completed until its transfer is final.
    payment: returns.some(({ state }) => state === 'COMPLETED')
      ? 'sent-back'
      : payments.some(({ state }) => state === 'SEEN') || returns.some(isUnderWay)
        ? 'seen'
        : 'none',
    namedUnseen:
      named !== null &&
      !payments.some(({ txHash }) => txHash === named) &&
      !(await isKnownForeign(named)),
  }
}

/**
 * Returns whether the named transaction was paid from an unregistered wallet, such as an
 * exchange's. The member cannot prove to have sent it, so an operator decides whether it is
 * returned to its sender or kept.
 */
async function isForeign(tx: Db, refund: Refund, order: Order): Promise<boolean> {
  const named = refund.txHash ?? order.txHash
  if (refund.type !== 'UNCREDITED' || named === null || order.state === 'COMPLETED') return false
  const paymentId = await lockForeign(tx, named)
  if (paymentId === undefined) return false
  await attachPayment(tx, refund.id, { paymentId, forOperator: true })
  return true
}

const isUnderWay = ({ state }: Refund) => state === 'REQUESTED' || state === 'APPROVED'

/** Takes back what the product gave and returns what was paid; XP and tickets immediately. */
export async function giveBack(
  tx: Db,
  ctx: DecisionContext,
  refund: Refund,
  order: Order,
  note?: string,
): Promise<void> {
  const at = ctx.now()
  // After a failed payout this runs again, so do not take back twice.
  if (order.state === 'COMPLETED' && order.ledgerTransaction !== null) {
    const transactionId = order.ledgerTransaction
    const key = `refund:${refund.id}`
    // Use a nested transaction, because a refusal by the ledger would abort the whole one.
    const reversal = tx.transaction((part) =>
      reverse(part, { transactionId, kind: 'REFUND', key, at }),
    )
    const isReversed = await reversal.then(
      () => true,
      (error: unknown) => {
        // A purchase in an archived season was used there and cannot be taken back either.
        if (error instanceof InsufficientBalanceError) return false
        if (error instanceof TransactionArchivedError) return false
        throw error
      },
    )
    if (!isReversed) {
      // The operator's note promises the money, so the member must not read it with a rejection.
      if (note !== undefined) throw refuse(Code.INVALID_REQUEST, { data: { reason: 'SPENT' } })
      return reject(tx, ctx, refund, order, 'SPENT')
    }
    await setOrderState(tx, order.id, { state: 'REFUNDED' })
    await releaseStock(tx, order)
    await insertRefundHistory(tx, ctx, order)
  }
  const noteChange = note === undefined ? {} : { note }
  if (!order.terms) {
    await setDecided(tx, refund.id, { state: 'COMPLETED', outcome: 'REFUNDED', at, ...noteChange })
    return notifyCompleted(tx, ctx, refund)
  }
  const { payer: address, symbol, decimals, chainId, contract } = order.terms
  const payoutId = await ctx.payouts.request(tx, {
    purpose: 'REFUND',
    key: `refund:${refund.id}`,
    memberId: order.memberId,
    address,
    symbol,
    decimals,
    amount: order.price,
    chainId,
    contract,
  })
  await setDecided(tx, refund.id, {
    state: 'APPROVED',
    outcome: 'REFUNDED',
    at,
    payoutId,
    ...noteChange,
  })
}

/** Adds the returned amounts to the history. */
async function insertRefundHistory(tx: Db, ctx: DecisionContext, order: Order): Promise<void> {
  const { seasonId, memberId, historyId, payType } = order
  if (seasonId === null || historyId === null) return
  const price = Number(order.price)
  await insertHistory(tx, {
    seasonId,
    memberId,
    tab: 'Purchased',
    kind: 'REFUND',
    status: 'COMPLETED',
    xp: (payType === 'XP' ? price : 0) - order.givesXp,
    tickets: (payType === 'TICKET' ? price : 0) - order.givesTickets,
    at: ctx.now(),
    data: { purchase: historyId },
  })
}

export async function reject(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  refund: Refund,
  order: Order | undefined,
  outcome: RefundOutcome,
  note?: string,
): Promise<void> {
  const at = ctx.now()
  if (order) await detachForeign(tx, refund.id)
  await setDecided(tx, refund.id, {
    state: 'REJECTED',
    outcome,
    at,
    ...(note === undefined ? {} : { note }),
  })
  const { memberId, seasonId, historyId } = refund
  // A payment that was credited after all is shown as a normal purchase.
  const isCredited = outcome === 'CREDITED'
  if (historyId !== null) {
    const status = isCredited ? 'COMPLETED' : 'REFUND_REJECTED'
    await setHistory(tx, historyId, { status, txHash: order?.txHash ?? null })
  }
  if (isCredited) return
  const data = seasonId === null || historyId === null ? {} : { seasonId, historyId }
  await notify(tx, ctx, memberId, { code: 'REFUND_REJECTED', data })
}

async function complete(tx: Db, ctx: Pick<AppContext, 'now'>, refund: Refund): Promise<void> {
  await setDecided(tx, refund.id, { state: 'COMPLETED', outcome: 'REFUNDED', at: ctx.now() })
  await notifyCompleted(tx, ctx, refund)
}

async function notifyCompleted(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { memberId, seasonId, historyId }: Refund,
): Promise<void> {
  if (historyId !== null) await setHistory(tx, historyId, { status: 'REFUND_COMPLETED' })
  const data = seasonId === null || historyId === null ? {} : { seasonId, historyId }
  await notify(tx, ctx, memberId, { code: 'REFUND_COMPLETE', data })
}

/** Leaves the refund to operators after the rule has failed. */
export function escalateToOperators(ctx: Pick<AppContext, 'db'>, refundId: number): Promise<void> {
  return escalateToOperator(ctx.db, refundId)
}

/** Updates refunds with the outcome of their payouts. */
export const refundPayouts: PayoutListener = {
  confirmed: async (tx, ctx, { key }) => {
    for (const refund of await refundsOf(tx, key)) {
      if (refund.state === 'APPROVED') await complete(tx, ctx, refund)
    }
  },
  failed: async (tx, _ctx, { key }) => {
    for (const refund of await refundsOf(tx, key)) {
      if (refund.state === 'APPROVED') await reopen(tx, refund.id)
    }
  },
}

/** Returns the refund of a payout, or all refunds of its batch. */
async function refundsOf(tx: Db, key: string): Promise<Refund[]> {
  const [, batch, id = '0'] = /^refund(-batch)?:(\d+)$/.exec(key) ?? []
  const refunds =
    batch === undefined
      ? [await lockRefund(tx, Number(id))].filter((refund) => refund !== undefined)
      : await lockRefundsOfBatch(tx, Number(id))
  if (refunds.length === 0) throw new Error(`No refund found for ${key}`)
  return refunds
}
