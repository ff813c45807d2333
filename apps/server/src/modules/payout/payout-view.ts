import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import type { Payout } from './payout.queries.ts'

export type PayoutView = CallData<'payout.cancel'>

export function viewOf(payout: Payout): PayoutView {
  return {
    payoutId: payout.id,
    purpose: payout.purpose,
    key: payout.key,
    userId: payout.memberId,
    address: payout.address,
    amount: amountText(payout.amount, payout.decimals),
    symbol: payout.symbol,
    chainId: payout.chainId,
    state: payout.state,
    nonce: payout.nonce,
    txHash: payout.txHash,
    heldFor: payout.heldFor,
    notBefore: payout.notBefore?.toISOString() ?? null,
    failure: payout.failure,
    createdAt: payout.createdAt.toISOString(),
    confirmedAt: payout.confirmedAt?.toISOString() ?? null,
  }
}
