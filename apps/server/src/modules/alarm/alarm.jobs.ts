import { alarmText } from '@solstice/contract/alarm-texts'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { DEFAULT_RETRIES, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { alarmMail } from './alarm.mail.ts'
import { findAddress, findAlarm, isSent, markSent } from './alarm.queries.ts'
import { CHECK_ALARMS, MAIL_ALARM, POST_ALARM, type AlarmNotice } from './alarm.queue.ts'
import { checkAlarms } from './alarm.service.ts'

const EVERY_MS = 5 * MINUTE_MS

/** Checks all rules, and enqueues its next run. */
export const checkAlarmsJob: JobKind<null> = {
  kind: CHECK_ALARMS,
  lane: 'statistics',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    await checkAlarms(ctx)
    await queueAlarmCheck(ctx, new Date(ctx.now().getTime() + EVERY_MS))
  },
}

/** The period is part of the key, so that several processes enqueue one job. */
export async function queueAlarmCheck(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${CHECK_ALARMS}:${Math.floor(dueAt.getTime() / EVERY_MS)}`
  await enqueue(ctx.db, CHECK_ALARMS, { payload: null, dueAt, now: ctx.now(), key })
}

/** Looks up the address when the mail is sent, so that no job stores it. */
export const mailAlarm: JobKind<AlarmNotice> = {
  kind: MAIL_ALARM,
  lane: 'mail',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    if (await isSent(ctx.db, payload)) return
    const found = await findAlarm(ctx.db, payload.alarmId)
    const to = await findAddress(ctx.db, Number(payload.target.replace('operator:', '')))
    if (found && to?.email) {
      await ctx.mailer.send(alarmMail(to.email, found.alarm, ctx.settings.consoleOrigin))
    }
    await markSent(ctx.db, payload, ctx.now())
  },
}

/** Posts an alarm to the webhook of the installation. The receiver ignores an id that it knows. */
export const postAlarm: JobKind<AlarmNotice> = {
  kind: POST_ALARM,
  lane: 'statistics',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    if (!ctx.webhook || (await isSent(ctx.db, payload))) return
    const found = await findAlarm(ctx.db, payload.alarmId)
    if (!found) return
    const { id, rule, subject, severity, details, raisedAt, clearedAt } = found.alarm
    const sentAt = ctx.now()
    await ctx.webhook.post(
      {
        id: `${id}:${payload.event}`,
        event: payload.event === 'CLEARED' ? 'alarm.cleared' : 'alarm.raised',
        alarm: {
          alarmId: id,
          rule,
          subject,
          severity,
          values: details,
          text: alarmText(rule, details, 'en'),
          raisedAt: raisedAt.toISOString(),
          clearedAt: clearedAt?.toISOString() ?? null,
        },
      },
      sentAt,
    )
    await markSent(ctx.db, payload, sentAt)
  },
}
