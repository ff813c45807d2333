import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'

export const RUN_PAYOUTS = 'payout.run'
export type OnChain = { chainId: number }

/** In the transaction of whatever is to be paid: somebody looks as soon as it is there. */
export async function wakePayouts(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  chainId: number,
): Promise<void> {
  const now = ctx.now()
  const payload: OnChain = { chainId }
  await enqueue(tx, RUN_PAYOUTS, { payload, dueAt: now, now })
}

/** The next look of a chain; the stretch of time is the key, so that many looks become one. */
export async function queueNextLook(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: string,
  chainId: number,
  inMs: number,
): Promise<void> {
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + inMs)
  const key = `${kind}:${chainId}:${inMs}:${Math.floor(dueAt.getTime() / inMs)}`
  const payload: OnChain = { chainId }
  await enqueue(ctx.db, kind, { payload, dueAt, now, key })
}
