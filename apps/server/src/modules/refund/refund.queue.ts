import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'

/** Unmatched payments of one payer in one token. The address is in lower case. */
export type ToReturn = {
  memberId: number
  chainId: number
  contract: string | null
  payer: string
}

export const RETURN_PAYMENTS = 'refund.return'

/** Enqueues a return. The first job refunds all waiting payments; later ones find nothing to do. */
export async function queueReturn(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { memberId, chainId, contract, payer }: ToReturn,
  dueAt: Date,
): Promise<void> {
  const payload: ToReturn = { memberId, chainId, contract, payer: payer.toLowerCase() }
  await enqueue(tx, RETURN_PAYMENTS, { payload, dueAt, now: ctx.now() })
}

export const DECIDE_REFUND = 'refund.decide'
export type RefundToDecide = { refundId: number }

/** Enqueues a decision. The due time is part of the key, so that a repeated enqueue runs once. */
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
