import type { JobKind } from '#/platform/jobs.ts'
import { decideByRule } from './refund-decision.service.ts'
import { DECIDE_REFUND, queueDecision, type RefundToDecide } from './refund.wake.ts'

const LOOK_AGAIN_MS = 15_000

/** Looks when the delay is over, and again while a payment is on its way. */
export const decideRefunds: JobKind<RefundToDecide> = {
  kind: DECIDE_REFUND,
  retryAfterMs: Array.from({ length: 1000 }, () => 30_000),
  handle: async (ctx, { payload: { refundId } }) => {
    if ((await decideByRule(ctx, refundId)) === 'decided') return
    await queueDecision(ctx.db, ctx, refundId, new Date(ctx.now().getTime() + LOOK_AGAIN_MS))
  },
}
