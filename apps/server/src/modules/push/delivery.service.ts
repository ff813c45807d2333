import { pushRetryAfterMs } from '@solstice/rules/alert'
import type { AppContext, PushOutcome } from '#/platform/context.ts'
import { enqueue } from '#/platform/jobs.ts'
import {
  blockService,
  claimDeliveries,
  deleteSettled,
  forgiveService,
  forgiveSubscription,
  markDropped,
  markLater,
  markSent,
  nextDueAt,
  type DueDelivery,
} from './delivery.queries.ts'
import { deleteSubscription } from './push.queries.ts'
import { treatmentOf } from './push.service.ts'

export const PUSH_SEND = 'push.send'

/** So few that a worker who is asked to stop is done within two waits for a silent service. */
const BATCH = 64
const AT_ONCE = 32
const LEASE_MS = 2 * 60_000
const SECOND_MS = 1000

type Tried = { delivery: DueDelivery; outcome: PushOutcome }

/**
 * Sends one batch of what is due, and queues what comes next. Each message is marked when its answer
 * is there: a worker that dies has at most those unmarked that were on their way.
 */
export async function sendDue(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const batch = await claimDeliveries(ctx.db, { now, leasedUntil, size: BATCH })
  const tried = await eachOf(batch, AT_ONCE, (delivery) => sendOne(ctx, delivery))
  await settleServices(ctx, tried)
  await queueNext(ctx, batch.length === BATCH)
}

async function sendOne(ctx: AppContext, delivery: DueDelivery): Promise<Tried> {
  const now = ctx.now()
  const leftMs = delivery.expiresAt.getTime() - now.getTime()
  const outcome: PushOutcome =
    leftMs <= 0
      ? { kind: 'refused', reason: 'too late' }
      : await ctx.push.send(delivery, {
          message: {
            code: delivery.code,
            data: delivery.data,
            timestamp: delivery.factAt.getTime(),
            lang: delivery.language,
          },
          ...treatmentOf(delivery.code, delivery.fact, leftMs),
        })
  switch (outcome.kind) {
    case 'sent':
      await markSent(ctx.db, delivery.id, now)
      if (delivery.failures > 0) await forgiveSubscription(ctx.db, delivery.subscriptionId)
      break
    case 'gone':
      await deleteSubscription(ctx.db, delivery.subscriptionId)
      break
    case 'refused':
      await markDropped(ctx.db, delivery.id, now, outcome.reason)
      break
    case 'later': {
      const waitMs = pushRetryAfterMs(delivery.failures + 1, outcome.retryAfterMs)
      const blockedUntil = new Date(now.getTime() + waitMs)
      await markLater(ctx.db, delivery, { blockedUntil, reason: outcome.reason })
      break
    }
  }
  return { delivery, outcome }
}

/** A service of which nothing but failures came back is down: nobody asks it for a while. */
async function settleServices(ctx: AppContext, tried: readonly Tried[]): Promise<void> {
  const origins = Map.groupBy(tried, ({ delivery }) => new URL(delivery.endpoint).origin)
  for (const [origin, all] of origins) {
    const before = Math.max(...all.map(({ delivery }) => delivery.serviceFailures))
    const waits = all.flatMap(({ outcome }) =>
      outcome.kind === 'later' && outcome.scope === 'service' ? [outcome.retryAfterMs ?? 0] : [],
    )
    if (waits.length === all.length) {
      const failures = before + 1
      const waitMs = pushRetryAfterMs(failures, Math.max(...waits))
      const blockedUntil = new Date(ctx.now().getTime() + waitMs)
      await blockService(ctx.db, origin, { failures, blockedUntil })
      ctx.log.warn({ origin, failures }, 'A push service does not take messages')
    } else if (before > 0) {
      await forgiveService(ctx.db, origin)
    }
  }
}

/** Another batch at once, or a look when the next one waits. The second is the key: one look each. */
async function queueNext(ctx: AppContext, more: boolean): Promise<void> {
  const now = ctx.now()
  const next = more ? now : await nextDueAt(ctx.db)
  if (!next) return
  if (next <= now) return enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt: now, now })
  const second = Math.ceil(next.getTime() / SECOND_MS)
  const dueAt = new Date(second * SECOND_MS)
  await enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt, now, key: `${PUSH_SEND}:${second}` })
}

const KEPT_MS = 7 * 24 * 60 * 60_000

/** What was sent or given up is known for as long as a job that could ask for it again. */
export function sweepDeliveries(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  return deleteSettled(ctx.db, new Date(ctx.now().getTime() - KEPT_MS))
}

async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items]
  const results: Result[] = []
  const run = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      results.push(await work(item))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run))
  return results
}
