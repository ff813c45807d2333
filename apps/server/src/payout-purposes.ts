import type { PayoutPurposes } from './modules/payout/payout.service.ts'
import { refundPayouts } from './modules/refund/refund-decision.service.ts'
import { rewardFailed, rewardWasPaid } from './modules/season/round.service.ts'

/**
 * Who hears how a payout went, in the transaction that says so. A slice that pays adds its own:
 * ask with `ctx.payouts.request(tx, { purpose, key, … })` in the transaction of the debit, and give
 * the value back in `failed`. `confirmed` and `failed` come once, `sent` with every new hash.
 */
export const payoutPurposes: PayoutPurposes = {
  REFUND: refundPayouts,
  REWARD: { confirmed: rewardWasPaid, failed: rewardFailed },
}
