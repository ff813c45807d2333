import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'

export const DECIDE_REFUND = 'refund.decide'
export type RefundToDecide = { refundId: number }

/** The instant is part of the key, so that a look that is queued twice happens once. */
export async function queueDecision(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  refundId: number,
  dueAt: Date,
): Promise<void> {
  const payload: RefundToDecide = { refundId }
  const key = `${DECIDE_REFUND}:${refundId}:${dueAt.getTime()}`
  await enqueue(tx, DECIDE_REFUND, { payload, dueAt, now: ctx.now(), key })
}
