import { Code } from '@solstice/contract/codes'
import { amountText } from '@solstice/rules/amount'
import { microsOf, STABLE_DECIMALS, type TokenAmount } from '@solstice/rules/approval'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { isSteppedUp } from '#/modules/operator/operator-session.service.ts'
import { lockOrder, tokenAt } from '#/modules/order/order.service.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { assertFreeFor } from './refund-claim.service.ts'
import { findPaid } from './refund-view.queries.ts'
import { findRefund, lockRefund } from './refund.queries.ts'

const countedRefund = ({ symbol, micros }: TokenAmount) => ({
  kind: 'refund',
  amount: micros,
  unit: symbol,
  decimals: STABLE_DECIMALS,
})

export const readRefundDecision: SubjectReader<'refund.decide'> = async (
  tx,
  ctx,
  { operator, params, body, isProposed },
) => {
  // Locked in the order of the handler, so that neither a claim nor a payment that the scan links
  // now can come between this judgement and the decision.
  const refundBefore = await findRefund(tx, params.refundId)
  if (refundBefore?.orderId != null) await lockOrder(tx, refundBefore.orderId)
  const refund = await lockRefund(tx, params.refundId)
  if (!refund) throw refuse(Code.NOT_FOUND)
  if (refund.state !== 'REQUESTED') throw refuse(Code.REFUND_ALREADY_REQUESTED)
  if (!isProposed) await assertFreeFor(tx, refund, operator, ctx.now())
  const { amount, chainId, contract, payType } = await findPaid(tx, refund.id)
  // Returning XP or tickets and declining send nothing, so they need no factor. A second person
  // confirms a proposal.
  if (body.approve && chainId !== null && !isProposed && !isSteppedUp(operator, ctx.now())) {
    throw refuse(Code.STEP_UP_REQUIRED)
  }
  const token = chainId === null ? undefined : await tokenAt(tx, { chainId, contract })
  // A token that is not listed any more has no limit.
  const paid: TokenAmount | null =
    chainId === null
      ? null
      : { symbol: token?.symbol ?? '', micros: microsOf(amount, token?.decimals ?? 0) }
  const isGranted = body.approve
  return {
    subject: `refund:${refund.id}`,
    values: {
      refundId: refund.id,
      userId: refund.memberId,
      type: refund.type,
      amount: amountText(amount, token?.decimals ?? 0),
      symbol: token?.symbol ?? payType,
      approve: isGranted,
    },
    ...(isGranted && paid ? { counted: countedRefund(paid) } : {}),
    facts: (today) => ({ isGranted, paid, today }),
  }
}
