import { Code } from '@solstice/contract/codes'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { lockOrder } from '#/modules/order/order.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { assertFreeFor } from './refund-claim.service.ts'
import { giveBack, reject } from './refund-decision.service.ts'
import { viewOfRefund, type RefundView } from './refund-queue.service.ts'
import { grantUnmatchedRefund } from './refund.service.ts'
import { findRefund, lockRefund } from './refund.queries.ts'

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
  await assertFreeFor(tx, refund, by, ctx.now())
  // A granted refund has already taken back the purchase, so it can only be paid, even if payouts
  // failed.
  if (!approve && refund.payoutId !== null) {
    throw refuse(Code.INVALID_REQUEST, { data: { reason: 'GRANTED_BEFORE' } })
  }
  if (!approve) await reject(tx, ctx, refund, order, 'DECLINED', note)
  else if (refund.paymentId !== null) await grantUnmatchedRefund(tx, ctx, refund, note)
  else if (order?.state === 'COMPLETED' || order?.state === 'REFUNDED') {
    await giveBack(tx, ctx, refund, order, note)
  } else throw refuse(Code.INVALID_REQUEST, { data: { reason: 'NOTHING_PAID' } })
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
  return viewOfRefund(tx, ctx, by, refundId)
}
