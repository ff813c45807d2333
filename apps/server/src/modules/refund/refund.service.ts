import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { checksumAddress } from '@solstice/rules/address'
import { amountText } from '@solstice/rules/amount'
import {
  isForOperator,
  REFUND_DELAY_MS,
  refundTypesFor,
  RETURN_DELAY_MS,
} from '@solstice/rules/refund'
import {
  findOrderOfHistory,
  lockOrder,
  tokenAt,
  type Order,
} from '#/modules/order/order.service.ts'
import type { UnmatchedPayment } from '#/modules/order/payment-scan.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { violatedUnique, type Db } from '#/platform/process/db.ts'
import { insertHistory, setHistory } from '#/platform/books/histories.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  attachPayment,
  clearReasons,
  findRefundOfHistory,
  hasRefund,
  insertRefund,
  lockUndecidedRequest,
  setDecided,
  settleForeign,
  type Refund,
} from './refund.queries.ts'
import {
  findPayoutHash,
  findSeasonToShowIn,
  findUnmatchedOfHistory,
  findUnmatchedOfRefund,
  hasHistory,
} from './refund-view.queries.ts'
import { queueDecision, queueReturn } from './refund.queue.ts'

type Context = Pick<AppContext, 'now' | 'payouts'>

/** Returns whether the member still has everything that the purchase gave. */
export async function coversGift(db: Db, order: Order): Promise<boolean> {
  const { memberId: member, seasonId } = order
  const scope = `season:${seasonId}`
  const xp = await balanceOf(db, { member, asset: 'XP', scope })
  const tickets = await balanceOf(db, { member, asset: 'TICKET', scope })
  const credit = await balanceOf(db, { member, asset: 'CREDIT' })
  return (
    xp >= BigInt(order.givesXp) &&
    tickets >= BigInt(order.givesTickets) &&
    credit >= BigInt(order.givesCredit)
  )
}

/** Returns the refund types a member may request for a purchase. */
export async function refundTypesOf(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  order: Order,
): Promise<ReturnType<typeof refundTypesFor>> {
  const facts = {
    payType: order.payType,
    state: order.state,
    completedAt: order.completedAt,
    coversGift: await coversGift(db, order),
    requested: await hasRefund(db, order.id),
  }
  return refundTypesFor(facts, ctx.now())
}

/** Stores the request in the transaction of the call; it is decided later. */
export async function requestRefund(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  of: { memberId: number; seasonId: number; historyId: number },
  body: CallInput<'refund.request'>['body'],
): Promise<CallData<'refund.request'>> {
  const { memberId, seasonId, historyId } = of
  const found = await findOrderOfHistory(tx, of)
  const order = found && (await lockOrder(tx, found.id))
  if (!order) throw await refusalWithoutOrder(tx, of)
  if (await hasRefund(tx, order.id)) throw refuse(Code.REFUND_ALREADY_REQUESTED)
  const allowed = await refundTypesOf(tx, ctx, order)
  if (!allowed.includes(body.type)) {
    throw refuse(Code.REFUND_NOT_ALLOWED, { data: { reason: 'NOT_NOW', allowed } })
  }
  const now = ctx.now()
  const forOperator = isForOperator(body.type)
  const dueAt = new Date(now.getTime() + REFUND_DELAY_MS)
  const refundId = await insertRefund(tx, {
    orderId: order.id,
    paymentId: null,
    memberId,
    seasonId,
    historyId,
    type: body.type,
    reason: body.reason ?? null,
    txHash: body.txHash?.toLowerCase() ?? null,
    forOperator,
    requestedAt: now,
    dueAt,
  }).catch((error: unknown) => {
    if (violatedUnique(error)) throw refuse(Code.REFUND_ALREADY_REQUESTED)
    throw error
  })
  if (!forOperator) await queueDecision(tx, ctx, refundId, dueAt)
  await setHistory(tx, historyId, { status: 'REFUND_REQUESTED' })
  await notify(tx, ctx, memberId, { code: 'REFUND_SUBMIT', data: { seasonId, historyId } })
  return { historyId, status: 'REFUND_REQUESTED', requestedAt: now.toISOString() }
}

/**
 * Returns why no order was found: another entry of the member is not a purchase; other entries do
 * not exist.
 */
async function refusalWithoutOrder(
  tx: Db,
  of: { memberId: number; seasonId: number; historyId: number },
): Promise<Error> {
  if (!(await hasHistory(tx, of))) return refuse(Code.NOT_FOUND)
  if (await findRefundOfHistory(tx, of.historyId)) return refuse(Code.REFUND_ALREADY_REQUESTED)
  return refuse(Code.REFUND_NOT_ALLOWED, { data: { reason: 'NOT_A_PURCHASE', allowed: [] } })
}

/**
 * Opens the refund of an unmatched payment and shows it in the history. A payment that an operator
 * matched to the member is decided by operators only, because nobody has proved to have sent it.
 */
export async function openUnmatchedRefund(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  unmatched: UnmatchedPayment,
  isMatchedByHand = false,
): Promise<void> {
  const { paymentId, memberId, order, chainId, contract, txHash } = unmatched
  const now = ctx.now()
  const forOperator = isMatchedByHand || (await tokenAt(tx, { chainId, contract })) === undefined
  const dueAt = new Date(now.getTime() + RETURN_DELAY_MS)
  const request = order && (await lockUndecidedRequest(tx, order.id))
  if (request) {
    // The member has already requested this refund, so link the payment instead of opening a second
    // one.
    await attachPayment(tx, request.id, { paymentId, forOperator })
    if (request.historyId !== null) {
      await setHistory(tx, request.historyId, { status: 'REFUND_REQUESTED', txHash })
    }
    if (!forOperator)
      await queueReturn(tx, ctx, { ...unmatched, memberId: request.memberId }, dueAt)
    return
  }
  const historyEntry =
    order?.historyId != null && order.seasonId !== null
      ? { seasonId: order.seasonId, historyId: order.historyId }
      : await insertHistoryEntry(tx, ctx, unmatched)
  await insertRefund(tx, {
    orderId: order?.id ?? null,
    paymentId,
    memberId,
    seasonId: historyEntry?.seasonId ?? null,
    historyId: historyEntry?.historyId ?? null,
    type: 'UNMATCHED',
    reason: null,
    txHash,
    forOperator,
    requestedAt: now,
    dueAt,
  })
  if (historyEntry)
    await setHistory(tx, historyEntry.historyId, { status: 'REFUND_REQUESTED', txHash })
  await notify(tx, ctx, memberId, { code: 'REFUND_SUBMIT', data: historyEntry ?? {} })
  if (!forOperator) await queueReturn(tx, ctx, unmatched, dueAt)
}

/** Refunds, by an operator, an unmatched payment that is too small for the rule. */
export async function grantUnmatchedRefund(
  tx: Db,
  ctx: Context,
  refund: Refund,
  note: string,
): Promise<void> {
  const unmatched = await findUnmatchedOfRefund(tx, refund.id)
  const token = unmatched && (await tokenAt(tx, unmatched))
  if (!unmatched || !token || refund.paymentId === null) throw refuse(Code.INVALID_REQUEST)
  const { paymentId, memberId } = refund
  await settleForeign(tx, { paymentId, memberId, at: ctx.now() })
  const payer = checksumAddress(unmatched.payer)
  await sendBack(tx, ctx, refund.id, { ...unmatched, payer, memberId }, token, note)
}

type Returned = Pick<UnmatchedPayment, 'memberId' | 'payer' | 'chainId' | 'contract' | 'amount'>

/** Sends the refund to the wallet that paid, and nowhere else. */
async function sendBack(
  tx: Db,
  ctx: Context,
  refundId: number,
  { memberId, payer, chainId, contract, amount }: Returned,
  { symbol, decimals }: { symbol: string; decimals: number },
  note?: string,
): Promise<void> {
  const payoutId = await ctx.payouts.request(tx, {
    purpose: 'REFUND',
    key: `refund:${refundId}`,
    memberId,
    address: payer,
    symbol,
    decimals,
    amount,
    chainId,
    contract,
  })
  const noteChange = note === undefined ? {} : { note }
  const at = ctx.now()
  await setDecided(tx, refundId, {
    state: 'APPROVED',
    outcome: 'REFUNDED',
    at,
    payoutId,
    ...noteChange,
  })
}

/** Inserts a history entry. Credit belongs to no season, so only its order shows the refund. */
async function insertHistoryEntry(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { memberId, order, txHash }: UnmatchedPayment,
): Promise<{ seasonId: number; historyId: number } | undefined> {
  if (order) return undefined
  const seasonId = await findSeasonToShowIn(tx, ctx.now())
  if (seasonId === undefined) return undefined
  const historyId = await insertHistory(tx, {
    seasonId,
    memberId,
    tab: 'Purchased',
    kind: 'PURCHASE',
    status: 'REFUND_REQUESTED',
    txHash,
    at: ctx.now(),
  })
  return { seasonId, historyId }
}

/**
 * Deletes the free texts of refunds as part of the account deletion. Payments and amounts stay with
 * the ledger.
 */
export function eraseRefundTexts(tx: Db, memberId: number): Promise<void> {
  return clearReasons(tx, memberId)
}

const STATUS = {
  REQUESTED: 'REFUND_REQUESTED',
  APPROVED: 'REFUND_REQUESTED',
  COMPLETED: 'REFUND_COMPLETED',
  REJECTED: 'REFUND_REJECTED',
} as const

/**
 * Returns the refund as shown to the member. Refunds of unmatched payments are shown as UNCREDITED.
 */
export async function refundViewOf(
  db: Db,
  historyId: number,
): Promise<CallData<'history.show'>['refund']> {
  const refund = await findRefundOfHistory(db, historyId)
  if (!refund) return null
  return {
    type: refund.type === 'UNMATCHED' ? 'UNCREDITED' : refund.type,
    reason: refund.reason,
    status: STATUS[refund.state],
    outcome: refund.outcome,
    // The note of a reopened refund may be the reason of its failed payout, which is for operators.
    note: refund.state === 'REQUESTED' ? null : refund.note,
    networkFee: await feeViewOf(db, refund),
    txHash: refund.payoutId === null ? null : await findPayoutHash(db, refund.payoutId),
    requestedAt: refund.requestedAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  }
}

/** Returns the fee deducted from the refund of an unmatched payment. */
async function feeViewOf(
  db: Db,
  { fee, id }: Refund,
): Promise<{ amount: string; tokenSymbol: string } | null> {
  const unmatched = fee === null || fee === 0n ? undefined : await findUnmatchedOfRefund(db, id)
  const token = unmatched && (await tokenAt(db, unmatched))
  if (!token || fee === null) return null
  return { amount: amountText(fee, token.decimals), tokenSymbol: token.symbol }
}

/** Returns the unmatched payment as shown to the member. */
export async function unmatchedViewOf(
  db: Db,
  historyId: number,
): Promise<CallData<'history.show'>['payment']> {
  const unmatched = await findUnmatchedOfHistory(db, historyId)
  const token = unmatched && (await tokenAt(db, unmatched))
  if (!unmatched || !token) return null
  return {
    payTo: unmatched.payTo,
    payFrom: checksumAddress(unmatched.payer),
    price: amountText(unmatched.amount, token.decimals),
    tokenSymbol: token.symbol,
    tokenDecimals: token.decimals,
    chainId: unmatched.chainId,
    contractAddress: token.address,
    expiresAt: null,
    txHash: unmatched.txHash,
    confirmations: unmatched.confirmations,
    confirmationsNeeded: unmatched.confirmations,
    waitsFor: null,
  }
}
