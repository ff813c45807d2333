import { Code } from '@solstice/contract/codes'
import { amountText } from '@solstice/rules/amount'
import { microsOf, STABLE_DECIMALS, type TokenAmount } from '@solstice/rules/approval'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findPaid } from './refund-view.queries.ts'
import { findRefund } from './refund.queries.ts'

const countedRefund = ({ symbol, micros }: TokenAmount) => ({
  kind: 'refund',
  amount: micros,
  unit: symbol,
  decimals: STABLE_DECIMALS,
})

export const readRefundDecision: SubjectReader<'refund.decide'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const refund = await findRefund(tx, params.refundId)
  if (!refund) throw refuse(Code.NOT_FOUND)
  if (refund.state !== 'REQUESTED') throw refuse(Code.REFUND_ALREADY_REQUESTED)
  const { amount, chainId, contract, payType } = await findPaid(tx, refund.id)
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
