import { Code } from '@solstice/contract/codes'
import { checksumAddress } from '@solstice/rules/address'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { lockMemberOfAnyStatus } from '#/modules/users/users.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findRefundOfPayment, hasPayment, lockForeignPayment } from './refund.queries.ts'
import { viewOfRefund, type RefundView } from './refund-queue.service.ts'
import { openUnmatchedRefund } from './refund.service.ts'

/**
 * Matches a payment from an unknown wallet to the member who says to have sent it, and opens its
 * refund. An operator decides that refund like any other, so no money moves here. A declined refund
 * was a wrong match, so its payment can be matched again.
 */
export async function openRefundForPayment(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { paymentId, userId }: { paymentId: number; userId: number },
): Promise<RefundView> {
  await lockMemberOfAnyStatus(tx, userId, Code.USER_NOT_FOUND)
  const payment = await lockForeignPayment(tx, paymentId)
  const linked = payment && (await findRefundOfPayment(tx, paymentId))
  if (!payment || linked) {
    throw refuse((await hasPayment(tx, paymentId)) ? Code.PAYMENT_NOT_UNMATCHED : Code.NOT_FOUND)
  }
  const { chainId, contract, amount, txHash } = payment
  const unmatched = { paymentId, memberId: userId, chainId, contract, amount, txHash }
  const payer = checksumAddress(payment.payer)
  await openUnmatchedRefund(tx, ctx, { ...unmatched, payer, order: undefined }, true)
  const refund = await findRefundOfPayment(tx, paymentId)
  if (!refund) throw new Error(`The payment ${paymentId} has no refund`)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'refund.openForPayment',
    subject: `refund:${refund.id}`,
    data: { userId, paymentId, txHash },
  })
  return viewOfRefund(tx, ctx, by, refund.id)
}
