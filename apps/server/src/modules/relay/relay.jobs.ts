import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { prepareRelays } from './relay-offer.service.ts'
import { expireSend } from './relay-outcome.service.ts'
import { EXPIRE_SEND, nextExpiryCheck, queueExpiry, type ExpireSend } from './relay.queue.ts'

const RETRIES = Array.from({ length: 1000 }, () => MINUTE_MS)

/** Gives up a send that was not signed before its deadline; one in flight is checked again. */
export const expireSendJob: JobKind<ExpireSend> = {
  kind: EXPIRE_SEND,
  lane: 'chains',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload }) => {
    if ((await expireSend(ctx, payload.sendId)) === 'ended') return
    await queueExpiry(ctx.db, ctx, payload, nextExpiryCheck(ctx.now()))
  },
}

export const PREPARE_RELAYS = 'relay.prepare'

/** Deploys the contract on the networks that have a budget, and looks every minute for new ones. */
export const prepareRelaysJob: JobKind<null> = {
  kind: PREPARE_RELAYS,
  lane: 'chains',
  retryAfterMs: RETRIES,
  handle: async (ctx) => {
    await prepareRelays(ctx)
    await queueRelays(ctx, new Date(ctx.now().getTime() + MINUTE_MS))
  },
}

/** The minute is part of the key, so that several processes enqueue one job. */
export async function queueRelays(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${PREPARE_RELAYS}:${Math.floor(dueAt.getTime() / MINUTE_MS)}`
  await enqueue(ctx.db, PREPARE_RELAYS, { payload: null, dueAt, now: ctx.now(), key })
}
