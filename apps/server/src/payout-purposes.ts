import { withdrawalListener } from './modules/invite/withdrawal.service.ts'
import type { PayoutPurposes } from './modules/payout/payout.service.ts'
import { refundPayouts } from './modules/refund/refund-decision.service.ts'
import { rewardFailed, rewardWasPaid } from './modules/season/round.service.ts'

/**
 * The listeners for payout results, which run in the transaction that records the result. A slice
 * that pays adds its own: it calls `ctx.payouts.request(tx, { purpose, key, … })` in the
 * transaction of the debit, and returns the amount in `failed`. `confirmed` and `failed` are called
 * once, `sent` with every new hash.
 */
export const payoutPurposes: PayoutPurposes = {
  WITHDRAWAL: withdrawalListener,
  REFUND: refundPayouts,
  REWARD: { confirmed: rewardWasPaid, failed: rewardFailed },
}
