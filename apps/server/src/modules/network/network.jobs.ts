import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { recordPrices } from './price-points.service.ts'

export const RECORD_PRICES = 'network.record-prices'

/** Stores the prices of this hour, and enqueues the run of the next full hour. */
export const recordPricesJob: JobKind<null> = {
  kind: RECORD_PRICES,
  lane: 'housekeeping',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    await recordPrices(ctx)
    const nextHour = (Math.floor(ctx.now().getTime() / HOUR_MS) + 1) * HOUR_MS
    await queuePriceRecord(ctx, new Date(nextHour))
    return undefined
  },
}

/** The hour is part of the key, so that several processes enqueue one job. */
export async function queuePriceRecord(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${RECORD_PRICES}:${Math.floor(dueAt.getTime() / HOUR_MS)}`
  await enqueue(ctx.db, RECORD_PRICES, { payload: null, dueAt, now: ctx.now(), key })
}
