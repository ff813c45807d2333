import { DELIVER_ALERT, type DeliverAlert } from '#/platform/alerts.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/jobs.ts'
import { findAlertToDeliver } from './delivery.queries.ts'
import { PUSH_SEND, sendDue } from './delivery.service.ts'
import { addressDevices, devicesOf } from './push.service.ts'

/** An alert that was erased meanwhile is told to nobody. */
export const deliverAlert: JobKind<DeliverAlert> = {
  kind: DELIVER_ALERT,
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { alertId } }) => {
    const alert = await findAlertToDeliver(ctx.db, alertId)
    if (!alert) return
    const devices = await devicesOf(ctx.db, alert.memberId)
    await addressDevices(ctx.db, ctx, { ...alert, fact: { alertId } }, devices)
    await sendDue(ctx)
  },
}

/** What waits for a service, for the morning, or for its turn. */
export const sendPushes: JobKind<null> = {
  kind: PUSH_SEND,
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx) => sendDue(ctx),
}
