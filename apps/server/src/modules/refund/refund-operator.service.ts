import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { HOUR_MS } from '@solstice/rules/duration'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { lockOrder, tokenAt } from '#/modules/order/order.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { giveBack, reject } from './refund-decision.service.ts'
import { grantUnmatchedRefund } from './refund.service.ts'
import {
  findRefund,
  findRefundPage,
  lockRefund,
  type Refund,
  type RefundState,
} from './refund.queries.ts'
import { findPaid } from './refund-view.queries.ts'

type RefundView = CallData<'refund.decide'>

/** Requests that no rule has decided within this time are shown to operators. */
export const RULE_DEADLINE_MS = HOUR_MS

/** Lists the refunds in a state; without one, those that wait for an operator. */
export async function listRefunds(
  ctx: Pick<AppContext, 'db' | 'now'>,
  query: PageQuery & { state?: RefundState | undefined },
): Promise<CallData<'refund.queue'>> {
  const { state, page, size } = query
  const overdueBefore = new Date(ctx.now().getTime() - RULE_DEADLINE_MS)
  const found = await findRefundPage(ctx.db, { state, overdueBefore, page, size })
  const list: RefundView[] = []
  for (const refund of found.refunds) list.push(await viewOf(ctx.db, refund))
  return pageOf({ page, size }, list, found.totalCount)
}

export async function decideByOperator(
  tx: Db,
  ctx: AppContext,
  by: Operator,
  { refundId, approve, note }: { refundId: number; approve: boolean; note: string },
): Promise<RefundView> {
  const refundBefore = await findRefund(tx, refundId)
  if (!refundBefore) throw refuse(Code.NOT_FOUND)
  const order =
    refundBefore.orderId === null ? undefined : await lockOrder(tx, refundBefore.orderId)
  const refund = await lockRefund(tx, refundId)
  if (refund?.state !== 'REQUESTED') throw refuse(Code.REFUND_ALREADY_REQUESTED)
  // A granted refund has already taken back the purchase, so it can only be paid, even if payouts
  // failed.
  if (!approve && refund.payoutId !== null) {
    throw refuse(Code.INVALID_REQUEST, { data: { reason: 'GRANTED_BEFORE' } })
  }
  if (!approve) await reject(tx, ctx, refund, order, 'DECLINED', note)
  else if (refund.paymentId !== null) await grantUnmatchedRefund(tx, ctx, refund, note)
  else if (order?.state === 'COMPLETED' || order?.state === 'REFUNDED') {
    await giveBack(tx, ctx, refund, order, note)
  } else throw refuse(Code.INVALID_REQUEST)
  const after = await findRefund(tx, refundId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'refund.decide',
    subject: `refund:${refundId}`,
    data: {
      userId: refund.memberId,
      approve,
      note,
      before: { state: refund.state },
      after: { state: after?.state, outcome: after?.outcome },
    },
  })
  return viewOf(tx, after ?? refund)
}

async function viewOf(db: Db, refund: Refund): Promise<RefundView> {
  const paid = await findPaid(db, refund.id)
  return {
    refundId: refund.id,
    userId: refund.memberId,
    type: refund.type,
    reason: refund.reason,
    state: refund.state,
    forOperator: refund.forOperator,
    outcome: refund.outcome,
    note: refund.note,
    orderId: refund.orderId,
    product: paid.product,
    price: await priceText(db, paid),
    txHash: refund.txHash ?? paid.txHash,
    payoutId: refund.payoutId,
    requestedAt: refund.requestedAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  }
}

async function priceText(db: Db, paid: Awaited<ReturnType<typeof findPaid>>): Promise<string> {
  const { chainId, contract, amount, payType } = paid
  if (chainId === null) return `${amount} ${payType}`
  const token = await tokenAt(db, { chainId, contract })
  return token ? `${amountText(amount, token.decimals)} ${token.symbol}` : `${amount}`
}
