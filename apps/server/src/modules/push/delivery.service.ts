import { decidePush, pushRetryAfterMs } from '@solstice/rules/alert'
import { MINUTE_MS } from '@solstice/rules/duration'
import { preferencesOf } from '#/modules/alert/alert.service.ts'
import type { AppContext, PushOutcome, Reading } from '#/platform/process/context.ts'
import { enqueuePoll } from '#/platform/process/jobs.ts'
import {
  claimDeliveries,
  countPending,
  unblockService,
  unblockSubscriptions,
  markDropped,
  markLater,
  markSent,
  nextDueAt,
  postpone,
  saveServiceFailure,
  type DueDelivery,
} from './delivery.queries.ts'
import { gatherWrites } from './gathered-writes.ts'
import { deleteSubscriptions } from './push.queries.ts'
import { deliveryOptionsOf } from './push.service.ts'
import { markDevicesGone } from './skipped.queries.ts'
import { PUSH_SEND, queueSendingAt } from './sending-queue.ts'
import { findStopped } from './stopped-campaign.queries.ts'

/**
 * Enough to send a thousand pushes a second to a service that responds after 100 ms. Small enough
 * that a stopping worker finishes within two timeouts of an unresponsive service.
 */
const BATCH = 512
const CONCURRENCY = 256
const LEASE_MS = 2 * MINUTE_MS

/** The number of failing devices, without a working one, that marks a service as down. */
const MIN_FAILING_DEVICES = 3

type Tried = { delivery: DueDelivery; outcome: PushOutcome }

/**
 * Sends one batch of due pushes and enqueues the next. Each outcome is written when the response
 * arrives, together with those that arrive meanwhile: a crashed worker loses only those in flight,
 * and a batch of which every push fails still needs only one connection.
 */
export async function sendDue(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const batch = await claimDeliveries(ctx.db, { now, leasedUntil, size: BATCH })
  // Enqueue before sending, so that another worker may take the next batch.
  if (batch.length === BATCH) await enqueuePoll(ctx.db, PUSH_SEND, now)
  const sendable = await filterSendable(ctx, batch)
  const recording = gatherWrites((some: readonly Tried[]) => recordOutcomes(ctx, some))
  const tried: Tried[] = []
  try {
    const isStopped = stopsOf(ctx, sendable)
    await forEachConcurrently(sendable, CONCURRENCY, async (delivery) => {
      if (await isStopped(delivery)) return
      const outcome = await sendOne(ctx, delivery)
      tried.push({ delivery, outcome })
      recording.add({ delivery, outcome })
    })
  } finally {
    await recording.settle()
  }
  await settleServices(ctx, tried)
  if (batch.length < BATCH) await queueSending(ctx)
}

/** The pushes after which a batch reads again which of its campaigns were stopped. */
const STOPS_READ_EVERY = 16

/**
 * Returns whether a push belongs to a campaign that was stopped after its batch was claimed. Its row
 * was dropped with the campaign, so nothing is left to record.
 */
function stopsOf(ctx: AppContext, batch: readonly DueDelivery[]) {
  const ids = [...new Set(batch.flatMap(({ campaignId }) => campaignId ?? []))]
  let picked = 0
  let stopped: Promise<Set<number>> = Promise.resolve(new Set())
  return async ({ campaignId }: DueDelivery): Promise<boolean> => {
    if (campaignId === null) return false
    if (picked % STOPS_READ_EVERY === 0) stopped = findStopped(ctx.db, ids)
    picked += 1
    return (await stopped).has(campaignId)
  }
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
  const decided = batch.map((delivery) => {
    const { code, memberId, factAt: createdAt, expiresAt: until } = delivery
    const preferences = members.get(memberId)
    const decision = preferences && decidePush({ code, createdAt, until }, preferences, now)
    if (decision?.kind !== 'send') {
      return { delivery, drop: decision?.why ?? 'no active member', postponedMs: undefined }
    }
    const postponedMs = decision.dueAt > now ? decision.dueAt.getTime() : undefined
    return { delivery, drop: undefined, postponedMs }
  })
  const idsOf = (group: typeof decided) => group.map(({ delivery }) => delivery.id)
  for (const [reason, group] of Map.groupBy(decided, ({ drop }) => drop)) {
    if (reason !== undefined) await markDropped(ctx.db, idsOf(group), now, reason)
  }
  for (const [dueMs, group] of Map.groupBy(decided, ({ postponedMs }) => postponedMs)) {
    if (dueMs !== undefined) await postpone(ctx.db, idsOf(group), new Date(dueMs))
  }
  return decided
    .filter(({ drop, postponedMs }) => drop === undefined && postponedMs === undefined)
    .map(({ delivery }) => delivery)
}

async function sendOne(ctx: AppContext, delivery: DueDelivery): Promise<PushOutcome> {
  const now = ctx.now()
  const { seasonId, historyId, holdId, notificationId, deposit, reward } = delivery.data
  const outcome = await ctx.push.send(delivery, {
    message: {
      code: delivery.code,
      // Send these fields only; other data of the event stays on the server.
      data: { seasonId, historyId, holdId, notificationId, deposit, reward },
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
  return outcome
}

/** Writes outcomes with one statement for all that are alike. Running it again changes nothing. */
async function recordOutcomes(ctx: AppContext, tried: readonly Tried[]): Promise<void> {
  const now = ctx.now()
  for (const alike of Map.groupBy(tried, changeKeyOf).values()) {
    const [first] = alike
    if (!first) continue
    const { delivery, outcome } = first
    const deliveries = alike.map((each) => each.delivery)
    const ids = deliveries.map(({ id }) => id)
    const devices = deliveries.map(({ subscriptionId }) => subscriptionId)
    switch (outcome.kind) {
      case 'sent':
        await markSent(ctx.db, ids, now)
        if (delivery.failures > 0) await unblockSubscriptions(ctx.db, devices)
        break
      case 'gone':
        await ctx.db.transaction(async (tx) => {
          await markDevicesGone(tx, devices)
          await deleteSubscriptions(tx, devices)
        })
        break
      case 'refused':
        await markDropped(ctx.db, ids, now, outcome.reason)
        break
      case 'later': {
        const failures = delivery.failures + 1
        const waitMs = pushRetryAfterMs(failures, outcome.retryAfterMs)
        const blockedUntil = new Date(now.getTime() + waitMs)
        await markLater(ctx.db, deliveries, { failures, blockedUntil, reason: outcome.reason })
        break
      }
    }
  }
}

/** Returns the same text for outcomes that change their rows to the same values. */
function changeKeyOf({ delivery: { failures }, outcome }: Tried): string {
  switch (outcome.kind) {
    case 'sent':
      return failures > 0 ? 'sent again' : 'sent'
    case 'gone':
      return 'gone'
    case 'refused':
      return `refused ${outcome.reason}`
    case 'later':
      return `later ${failures} ${outcome.retryAfterMs} ${outcome.reason}`
  }
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

/** Enqueues sending now, or for the time of the next pending push. */
async function queueSending(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const next = await nextDueAt(ctx.db, now)
  if (next) await queueSendingAt(ctx.db, next, now)
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

/**
 * Works on all items. After a failure the other items are still finished, because the job may be
 * started again as soon as this throws.
 */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const run = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run))
  if (failures.length > 0) throw failures[0]
}
