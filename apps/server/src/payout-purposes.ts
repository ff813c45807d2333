import { claimListener } from './modules/distribution/claim-batch.service.ts'
import { fundListener, rootListener } from './modules/distribution/root.service.ts'
import { withdrawalListener } from './modules/invite/withdrawal.service.ts'
import { deployments } from './modules/payout/contract.service.ts'
import type { PayoutPurposes } from './modules/payout/payout.service.ts'
import { relayListener } from './modules/relay/relay-outcome.service.ts'
import { refundPayouts } from './modules/refund/refund-decision.service.ts'
import { wakeRoots } from './modules/season/root.queue.ts'
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
  DEPLOY: {
    ...deployments,
    confirmed: async (tx, ctx, payout, txHash) => {
      await deployments.confirmed(tx, ctx, payout, txHash)
      // A distributor can post its first root now.
      await wakeRoots(tx, ctx)
    },
  },
  FUND: fundListener,
  ROOT: rootListener,
  CLAIM: claimListener,
  RELAY: relayListener,
}
