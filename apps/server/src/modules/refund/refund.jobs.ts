import type { JobKind } from '#/platform/process/jobs.ts'
import { decideByRule, escalateToOperators } from './refund-decision.service.ts'
import { escalateReturns, returnUnmatched } from './refund-return.service.ts'
import {
  DECIDE_REFUND,
  queueDecision,
  RETURN_PAYMENTS,
  type RefundToDecide,
  type ToReturn,
} from './refund.queue.ts'

const POLL_AGAIN_MS = 15_000
const RETRIES = Array.from({ length: 1000 }, () => 30_000)

/** Decides when the delay has passed, and again while a payment is in flight. */
export const decideRefunds: JobKind<RefundToDecide> = {
  kind: DECIDE_REFUND,
  lane: 'chains',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload: { refundId }, attempt }) => {
    try {
      if ((await decideByRule(ctx, refundId)) === 'decided') return
      await queueDecision(ctx.db, ctx, refundId, new Date(ctx.now().getTime() + POLL_AGAIN_MS))
    } catch (error) {
      // The last attempt failed, so leave the refund to operators.
      if (attempt > RETRIES.length) await escalateToOperators(ctx, refundId)
      throw error
    }
  },
}

/** Refunds unmatched payments, one payer at a time. */
export const returnPayments: JobKind<ToReturn> = {
  kind: RETURN_PAYMENTS,
  lane: 'chains',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload, attempt }) => {
    try {
      await returnUnmatched(ctx, payload)
    } catch (error) {
      if (attempt > RETRIES.length) await escalateReturns(ctx, payload)
      throw error
    }
  },
}
