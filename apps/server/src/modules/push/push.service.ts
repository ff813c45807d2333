import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { decidePush, pushProfileOf, type PushCode } from '@solstice/rules/alert'
import { preferencesOf } from '#/modules/alert/alert.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import type { AppContext, PushEnvelope, PushTarget } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { refuse } from '#/platform/refusal.ts'
import { insertDeliveries, type NewDelivery } from './delivery.queries.ts'
import {
  deleteByEndpoint,
  deleteSubscription,
  deleteSubscriptionsOf,
  findSubscriptions,
  keepNewest,
  saveSubscription,
} from './push.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'push'>

const DEVICES_MAX = 10

export async function subscribe(
  ctx: Context,
  memberId: number,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  // Whatever is stored here is called by this server later: only a browser's push service may be.
  if (!ctx.push.accepts(endpoint)) throw refuse(Code.INVALID_REQUEST)
  await ctx.db.transaction(async (tx) => {
    await saveSubscription(tx, { memberId, endpoint, p256dh, auth, createdAt: ctx.now() })
    await keepNewest(tx, memberId, DEVICES_MAX)
  })
}

export function unsubscribe(ctx: Context, endpoint: string): Promise<void> {
  return deleteByEndpoint(ctx.db, endpoint)
}

/** At once and by the call itself: who tests wants to hear what became of it. */
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
    ...treatmentOf('TEST', 'test', pushProfileOf('TEST').usefulForMs),
  }
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await ctx.push.send(device, envelope)
      if (outcome.kind === 'gone') await deleteSubscription(ctx.db, device.id)
      return outcome.kind
    }),
  )
  const sent = outcomes.filter((kind) => kind === 'sent').length
  return { sent, failed: outcomes.length - sent }
}

/** How a push service may treat a message that is of use for this long. */
export function treatmentOf(
  code: PushCode,
  fact: string,
  leftMs: number,
): Omit<PushEnvelope, 'message'> {
  const { urgency, replacesOlder } = pushProfileOf(code)
  return {
    ttlSeconds: Math.max(0, Math.floor(leftMs / 1000)),
    urgency,
    // Sent again because the answer got lost, a fact takes its own place.
    topic: (replacesOlder ? code : fact).slice(0, 32),
  }
}

export type Device = { subscriptionId: number; memberId: number }

/** Decides for each device whether and when it hears of a fact, and writes that down. */
export async function addressDevices(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  push: { code: PushCode; createdAt: Date; fact: { alertId: number } | { campaignId: number } },
  devices: readonly Device[],
): Promise<void> {
  const now = ctx.now()
  const members = await preferencesOf(
    tx,
    devices.map(({ memberId }) => memberId),
  )
  const deliveries = devices.flatMap(({ subscriptionId, memberId }): NewDelivery[] => {
    const preferences = members.get(memberId)
    if (!preferences) return []
    const decision = decidePush(push, preferences, now)
    if (decision.kind === 'skip') return []
    return [{ subscriptionId, dueAt: decision.dueAt, expiresAt: decision.expiresAt }]
  })
  await insertDeliveries(tx, push.fact, deliveries)
}

export async function devicesOf(db: Db, memberId: number): Promise<Device[]> {
  const rows = await findSubscriptions(db, memberId)
  return rows.map(({ id }) => ({ subscriptionId: id, memberId }))
}

/** Part of deleting an account. */
export function eraseSubscriptions(tx: Db, memberId: number): Promise<void> {
  return deleteSubscriptionsOf(tx, memberId)
}
