import { decidePush, pushRetryAfterMs } from '@solstice/rules/alert'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { preferencesOf } from '#/modules/alert/alert.service.ts'
import type { AppContext, PushOutcome, Reading } from '#/platform/process/context.ts'
import { enqueue, enqueuePoll } from '#/platform/process/jobs.ts'
import {
  claimDeliveries,
  countPending,
  unblockService,
  unblockSubscription,
  markDropped,
  markLater,
  markSent,
  nextDueAt,
  postpone,
  saveServiceFailure,
  type DueDelivery,
} from './delivery.queries.ts'
import { deleteSubscription } from './push.queries.ts'
import { deliveryOptionsOf } from './push.service.ts'

export const PUSH_SEND = 'push.send'

/** Small enough that a stopping worker finishes within two timeouts of an unresponsive service. */
const BATCH = 64
const CONCURRENCY = 32
const LEASE_MS = 2 * MINUTE_MS

/** The number of failing devices, without a working one, that marks a service as down. */
const MIN_FAILING_DEVICES = 3

type Tried = { delivery: DueDelivery; outcome: PushOutcome }

/**
 * Sends one batch of due pushes and enqueues the next. Each push is marked when its response
 * arrives, so that a crashed worker leaves only those in flight unmarked.
 */
export async function sendDue(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const batch = await claimDeliveries(ctx.db, { now, leasedUntil, size: BATCH })
  // Enqueue before sending, so that another worker may take the next batch.
  if (batch.length === BATCH) await enqueuePoll(ctx.db, PUSH_SEND, now)
  const sendable = await filterSendable(ctx, batch)
  const tried = await mapConcurrently(sendable, CONCURRENCY, (delivery) => sendOne(ctx, delivery))
  await settleServices(ctx, tried)
  await queueSending(ctx)
}

/** Checks the member's preferences when the push is sent, because it may have waited for hours. */
async function filterSendable(
  ctx: AppContext,
  batch: readonly DueDelivery[],
): Promise<DueDelivery[]> {
  if (batch.length === 0) return []
  const now = ctx.now()
  const members = await preferencesOf(
    ctx.db,
    batch.map(({ memberId }) => memberId),
  )
  const sendable: DueDelivery[] = []
  for (const delivery of batch) {
    const { id, code, memberId, factAt: createdAt, expiresAt: until } = delivery
    const preferences = members.get(memberId)
    const decision = preferences && decidePush({ code, createdAt, until }, preferences, now)
    if (decision?.kind !== 'send') {
      await markDropped(ctx.db, id, now, decision?.why ?? 'no active member')
    } else if (decision.dueAt > now) await postpone(ctx.db, id, decision.dueAt)
    else sendable.push(delivery)
  }
  return sendable
}

async function sendOne(ctx: AppContext, delivery: DueDelivery): Promise<Tried> {
  const now = ctx.now()
  const { seasonId, historyId, notificationId, deposit } = delivery.data
  const outcome = await ctx.push.send(delivery, {
    message: {
      code: delivery.code,
      // Send these fields only; other data of the event stays on the server.
      data: { seasonId, historyId, notificationId, deposit },
      timestamp: delivery.factAt.getTime(),
      lang: delivery.language,
    },
    ...deliveryOptionsOf(
      delivery.code,
      delivery.fact,
      delivery.expiresAt.getTime() - now.getTime(),
    ),
  })
  ctx.metrics?.pushEnded(outcome.kind)
  switch (outcome.kind) {
    case 'sent':
      await markSent(ctx.db, delivery.id, now)
      if (delivery.failures > 0) await unblockSubscription(ctx.db, delivery.subscriptionId)
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

/**
 * Blocks a service for a while if several of its devices fail and none succeeds. A device that
 * fails alone is blocked alone, and counts once regardless of its attempts.
 */
async function settleServices(ctx: AppContext, tried: readonly Tried[]): Promise<void> {
  const origins = Map.groupBy(tried, ({ delivery }) => new URL(delivery.endpoint).origin)
  for (const [origin, all] of origins) {
    const before = all.map(({ delivery }) => delivery.service)
    const waits = all.flatMap(({ outcome }) =>
      outcome.kind === 'later' && outcome.scope === 'service' ? [outcome.retryAfterMs ?? 0] : [],
    )
    if (waits.length < all.length) {
      if (before.some(({ devices }) => devices > 0)) await unblockService(ctx.db, origin)
      continue
    }
    const newlyFailing = all.filter(({ delivery }) => delivery.failures === 0).length
    const devices = Math.max(...before.map((each) => each.devices)) + newlyFailing
    const isDown = devices >= MIN_FAILING_DEVICES
    const failures = Math.max(...before.map((each) => each.failures)) + (isDown ? 1 : 0)
    // A wait requested for one device does not apply to all; one requested for several does.
    const requestedWaitMs = waits.length >= MIN_FAILING_DEVICES ? Math.min(...waits) : undefined
    const failedAt = ctx.now()
    const blockedUntil = isDown
      ? new Date(failedAt.getTime() + pushRetryAfterMs(failures, requestedWaitMs))
      : undefined
    await saveServiceFailure(ctx.db, origin, { failures, devices, failedAt, blockedUntil })
    if (isDown) ctx.log.warn({ origin, failures }, 'A push service is not accepting messages')
  }
}

/**
 * Enqueues sending now, or for the time of the next pending push. The second is then part of the
 * key, so that one job runs per second.
 */
export async function queueSending(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const next = await nextDueAt(ctx.db, now)
  if (!next) return
  if (next <= now) return enqueuePoll(ctx.db, PUSH_SEND, now)
  const second = Math.ceil(next.getTime() / SECOND_MS)
  const dueAt = new Date(second * SECOND_MS)
  await enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt, now, key: `${PUSH_SEND}:${second}` })
}

/** Counts the pushes that wait for quiet hours, for a service or for an earlier push. */
export async function readPushes({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const value = await countPending(db)
  const help = 'Pushes that are neither sent nor dropped'
  return [{ name: 'solstice_pushes_waiting', help, values: [{ labels: {}, value }] }]
}

/** Enqueues sending as a fallback, in case a job was lost. */
export async function enqueueFallbackSend(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await queueSending(ctx)
}

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items]
  const results: Result[] = []
  const run = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      results.push(await work(item))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run))
  return results
}
