import { ADDRESS_ALERTS, type AddressAlerts } from '#/platform/books/alerts.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { sendDue } from './delivery.service.ts'
import { addressAlerts as addressStretch } from './push.service.ts'
import { PUSH_SEND } from './sending-queue.ts'

/** Creates the pushes of alerts; alerts deleted meanwhile are skipped. */
export const addressAlerts: JobKind<AddressAlerts> = {
  kind: ADDRESS_ALERTS,
  lane: 'push',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => addressStretch(ctx, payload),
}

/** Sends due pushes one batch at a time, so that mails and other jobs can run in between. */
export const sendPushes: JobKind<null> = {
  kind: PUSH_SEND,
  lane: 'push',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx) => sendDue(ctx),
}
