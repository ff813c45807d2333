import { decidePush, pushRetryAfterMs } from '@solstice/rules/alert'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { preferencesOf } from '#/modules/alert/alert.service.ts'
import type { AppContext, PushOutcome, Reading } from '#/platform/process/context.ts'
import { enqueue, enqueuePoll } from '#/platform/process/jobs.ts'
import {
  claimDeliveries,
  countPending,
  forgiveService,
  forgiveSubscription,
  markDropped,
  markLater,
  markSent,
  nextDueAt,
  postpone,
  saveServiceTrouble,
  type DueDelivery,
} from './delivery.queries.ts'
import { deleteSubscription } from './push.queries.ts'
import { treatmentOf } from './push.service.ts'

export const PUSH_SEND = 'push.send'

/** So few that a worker who is asked to stop is done within two waits for a silent service. */
const BATCH = 64
const AT_ONCE = 32
const LEASE_MS = 2 * MINUTE_MS

/** So many devices that fail, and none that does not, are a service that is down. */
const DOWN_DEVICES = 3

type Tried = { delivery: DueDelivery; outcome: PushOutcome }

/**
 * Sends one batch of what is due, and queues what comes next. Each message is marked when its answer
 * is there: a worker that dies has at most those unmarked that were on their way.
 */
export async function sendDue(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const batch = await claimDeliveries(ctx.db, { now, leasedUntil, size: BATCH })
  // Before this one goes out: another worker may take the next meanwhile.
  if (batch.length === BATCH) await enqueuePoll(ctx.db, PUSH_SEND, now)
  const sendable = await filterSendable(ctx, batch)
  const tried = await eachOf(sendable, AT_ONCE, (delivery) => sendOne(ctx, delivery))
  await settleServices(ctx, tried)
  await queueSending(ctx)
}

/** A push may have waited for hours: what its member wants is looked at when it goes out. */
async function filterSendable(ctx: AppContext, batch: readonly DueDelivery[]): Promise<DueDelivery[]> {
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
      // These and no others: whatever else a fact knows stays here.
      data: { seasonId, historyId, notificationId, deposit },
      timestamp: delivery.factAt.getTime(),
      lang: delivery.language,
    },
    ...treatmentOf(delivery.code, delivery.fact, delivery.expiresAt.getTime() - now.getTime()),
  })
  ctx.metrics?.pushEnded(outcome.kind)
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

/**
 * A service of which nothing but failures came back, from several devices, is down: nobody asks it
 * for a while. A device that fails alone waits alone, and counts once however often it is tried.
 */
async function settleServices(ctx: AppContext, tried: readonly Tried[]): Promise<void> {
  const origins = Map.groupBy(tried, ({ delivery }) => new URL(delivery.endpoint).origin)
  for (const [origin, all] of origins) {
    const before = all.map(({ delivery }) => delivery.service)
    const waits = all.flatMap(({ outcome }) =>
      outcome.kind === 'later' && outcome.scope === 'service' ? [outcome.retryAfterMs ?? 0] : [],
    )
    if (waits.length < all.length) {
      if (before.some(({ devices }) => devices > 0)) await forgiveService(ctx.db, origin)
      continue
    }
    const newlyFailing = all.filter(({ delivery }) => delivery.failures === 0).length
    const devices = Math.max(...before.map((each) => each.devices)) + newlyFailing
    const isDown = devices >= DOWN_DEVICES
    const failures = Math.max(...before.map((each) => each.failures)) + (isDown ? 1 : 0)
    // What one device was told is not true for all of them; what several were told is.
    const requestedWaitMs = waits.length >= DOWN_DEVICES ? Math.min(...waits) : undefined
    const failedAt = ctx.now()
    const blockedUntil = isDown
      ? new Date(failedAt.getTime() + pushRetryAfterMs(failures, requestedWaitMs))
      : undefined
    await saveServiceTrouble(ctx.db, origin, { failures, devices, failedAt, blockedUntil })
    if (isDown) ctx.log.warn({ origin, failures }, 'A push service does not take messages')
  }
}

/** A look at once, or when the next push waits. The second is then the key: one look each. */
export async function queueSending(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const next = await nextDueAt(ctx.db, now)
  if (!next) return
  if (next <= now) return enqueuePoll(ctx.db, PUSH_SEND, now)
  const second = Math.ceil(next.getTime() / SECOND_MS)
  const dueAt = new Date(second * SECOND_MS)
  await enqueue(ctx.db, PUSH_SEND, { payload: null, dueAt, now, key: `${PUSH_SEND}:${second}` })
}

/** Those that wait for their hour, for a service that is down, or for their turn. */
export async function readPushes({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const value = await countPending(db)
  const help = 'Pushes that are neither sent nor given up'
  return [{ name: 'solstice_pushes_waiting', help, values: [{ labels: {}, value }] }]
}

/** Whatever waits to be sent is looked at anyway; this makes up for a look that got lost. */
export async function keepPushesGoing(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await queueSending(ctx)
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
