import { Code } from '@solstice/contract/codes'
import { LANGUAGES, type Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { decidePush, pushProfileOf, type PushCode, type PushDecision } from '@solstice/rules/alert'
import { preferencesOf } from '#/modules/alert/alert.service.ts'
import { lockOpenSessionOrThrow, type MemberSession } from '#/modules/session/session.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import { ADDRESS_ALERTS, type AddressAlerts } from '#/platform/books/alerts.ts'
import type { AppContext, PushEnvelope, PushTarget } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findAlertsToDeliver,
  insertDeliveries,
  type Fact,
  type NewDelivery,
} from './delivery.queries.ts'
import {
  deleteByEndpoint,
  deleteSubscriptions,
  deleteSubscriptionsOf,
  findSubscriptions,
  keepNewest,
  saveSubscription,
} from './push.queries.ts'
import { queueSendingAt } from './sending-queue.ts'
import { markSkipped, type SkippedAlerts } from './skipped.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'push'>

const DEVICES_MAX = 10

export async function subscribe(
  ctx: Context,
  { memberId, sessionId }: Pick<MemberSession, 'memberId' | 'sessionId'>,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  // The server calls stored endpoints later, so only push services of browsers are accepted.
  if (!ctx.push.accepts(endpoint)) throw refuse(Code.INVALID_REQUEST)
  await ctx.db.transaction(async (tx) => {
    await lockOpenSessionOrThrow(tx, sessionId)
    const createdAt = ctx.now()
    await saveSubscription(tx, { memberId, sessionId, endpoint, p256dh, auth, createdAt })
    await keepNewest(tx, memberId, DEVICES_MAX)
  })
}

export function unsubscribe(ctx: Context, endpoint: string): Promise<void> {
  return deleteByEndpoint(ctx.db, endpoint)
}

/** Sends a test push immediately, so that the response can report the result. */
export async function sendTest(
  ctx: Context,
  memberId: number,
  { code = 'TEST', data = {} }: CallInput<'push.test'>['body'],
): Promise<CallData<'push.test'>> {
  const devices = await findSubscriptions(ctx.db, memberId)
  if (devices.length === 0) throw refuse(Code.NOT_FOUND)
  const { language } = await loadMember(ctx, memberId)
  const envelope: PushEnvelope = {
    message: { code, data, timestamp: ctx.now().getTime(), lang: language },
    ...deliveryOptionsOf('TEST', 'test', pushProfileOf('TEST').ttlMs),
  }
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await ctx.push.send(device, envelope)
      if (outcome.kind === 'gone') await deleteSubscriptions(ctx.db, [device.id])
      return outcome.kind
    }),
  )
  const sent = outcomes.filter((kind) => kind === 'sent').length
  return { sent, failed: outcomes.length - sent }
}

/** A push has little room; the app shows the beginning of a text as well. */
const SENT_TEXT_MAX = 200

/** Sends a text in both languages to all devices of a member, so that it can be seen before. */
export async function sendText(
  ctx: Context,
  memberId: number,
  text: { title: Record<Language, string>; content: Record<Language, string> },
): Promise<{ devices: number; sent: number; failed: number }> {
  const devices = await findSubscriptions(ctx.db, memberId)
  const { ttlMs } = pushProfileOf('TEST')
  let sent = 0
  for (const device of devices) {
    for (const [index, lang] of LANGUAGES.entries()) {
      const content = text.content[lang].slice(0, SENT_TEXT_MAX).toWellFormed()
      const outcome = await ctx.push.send(device, {
        message: {
          code: 'NOTICE',
          data: {},
          // A device replaces a notification with one of the same time.
          timestamp: ctx.now().getTime() + index,
          lang,
          text: { title: text.title[lang], content },
        },
        ...deliveryOptionsOf('TEST', `test-${lang}`, ttlMs),
      })
      if (outcome.kind === 'sent') sent += 1
      if (outcome.kind === 'gone') await deleteSubscriptions(ctx.db, [device.id])
    }
  }
  return { devices: devices.length, sent, failed: devices.length * LANGUAGES.length - sent }
}

/** Returns the delivery options of a message that is useful for this long. */
export function deliveryOptionsOf(
  code: PushCode,
  fact: string,
  leftMs: number,
): Omit<PushEnvelope, 'message'> {
  const { urgency, replacesOlder } = pushProfileOf(code)
  return {
    ttlSeconds: Math.max(0, Math.floor(leftMs / 1000)),
    urgency,
    // A push is sent again when its response was lost; the topic makes it replace the first one.
    topic: (replacesOlder ? code : fact).slice(0, 32),
  }
}

const SKIPPED = { 'switched off': 'SWITCHED_OFF', 'too late': 'EXPIRED' } as const

type Addressed = {
  subscriptionId: number
  memberId: number
  push: { code: PushCode; createdAt: Date; until?: Date | undefined }
  fact: Fact
}

/** A device with the decision whether and when it gets its push. */
export type Decided<Device> = Device & Addressed & { decision: PushDecision }

/** Decides for each device of an active member whether and when it gets a push. */
export async function decideDevices<Device extends Addressed>(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  addressed: readonly Device[],
): Promise<Decided<Device>[]> {
  const now = ctx.now()
  const members = await preferencesOf(tx, [...new Set(addressed.map(({ memberId }) => memberId))])
  return addressed.flatMap((device) => {
    const preferences = members.get(device.memberId)
    return preferences ? [{ ...device, decision: decidePush(device.push, preferences, now) }] : []
  })
}

/** Stores the pushes that were decided, and enqueues sending for the first of them. */
export async function queueDeliveries(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  decided: readonly Pick<Decided<Addressed>, 'subscriptionId' | 'fact' | 'decision'>[],
): Promise<void> {
  const deliveries = decided.flatMap(({ subscriptionId, fact, decision }): NewDelivery[] =>
    decision.kind === 'send'
      ? [{ subscriptionId, fact, dueAt: decision.dueAt, expiresAt: decision.expiresAt }]
      : [],
  )
  const first = await insertDeliveries(tx, deliveries)
  if (first) await queueSendingAt(tx, first, ctx.now())
}

/**
 * Decides for each device whether and when it gets a push, stores the deliveries, and enqueues
 * sending for the first of them in the same transaction.
 */
async function addressDevices(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  addressed: readonly Addressed[],
): Promise<void> {
  const decided = await decideDevices(tx, ctx, addressed)
  const skipped: SkippedAlerts = { SWITCHED_OFF: [], EXPIRED: [] }
  for (const { fact, decision } of decided) {
    if (decision.kind === 'skip' && 'alertId' in fact) {
      skipped[SKIPPED[decision.why]].push(fact.alertId)
    }
  }
  await queueDeliveries(tx, ctx, decided)
  await markSkipped(tx, skipped)
}

/** The number of alerts processed per transaction. */
const BATCH_SIZE = 500

/** Processes one batch of a range; the job for the rest is committed with it. */
export function addressAlerts(ctx: Context, { fromId, toId }: AddressAlerts): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const rows = await findAlertsToDeliver(tx, { fromId, toId, size: BATCH_SIZE })
    await addressDevices(
      tx,
      ctx,
      rows.map(({ alertId, memberId, subscriptionId, ...push }) => ({
        subscriptionId,
        memberId,
        push,
        fact: { alertId },
      })),
    )
    const last = rows.at(-1)?.alertId
    if (last === undefined || last === toId) return
    const payload: AddressAlerts = { fromId: last + 1, toId }
    const now = ctx.now()
    const key = `${ADDRESS_ALERTS}:${payload.fromId}:${toId}`
    await enqueue(tx, ADDRESS_ALERTS, { payload, dueAt: now, now, key })
  })
}

/** Deletes the member's push devices as part of the account deletion. */
export function eraseSubscriptions(tx: Db, memberId: number): Promise<void> {
  return deleteSubscriptionsOf(tx, memberId)
}
