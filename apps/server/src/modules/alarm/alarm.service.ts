import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { ALARM_ROLES, alarmsOf, isKnown, type Alarm, type AlarmFacts } from '@solstice/rules/alarm'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { readFacts } from './alarm-facts.service.ts'
import {
  clearAlarms,
  countAlarms,
  findAlarm,
  findAlarmPage,
  findOpenAlarms,
  findPeople,
  insertAlarm,
  insertNotice,
  lockAlarm,
  lockAlarms,
  setAcknowledged,
  updateAlarm,
  type AlarmRow,
} from './alarm.queries.ts'
import { MAIL_ALARM, POST_ALARM, type AlarmNotice } from './alarm.queue.ts'

type View = CallData<'alarm.acknowledge'>

/** Raises the alarms of the present facts and clears those whose cause is gone. */
export async function checkAlarms(ctx: AppContext): Promise<void> {
  await applyAlarms(ctx, await readFacts(ctx))
}

type Applying = Pick<AppContext, 'db' | 'now' | 'webhook'>

/** Compares the alarms of these facts with the open ones, in one transaction with their notices. */
export async function applyAlarms(ctx: Applying, facts: AlarmFacts): Promise<void> {
  const found = alarmsOf(facts)
  const keyOf = ({ rule, subject }: Pick<Alarm, 'rule' | 'subject'>) => `${rule} ${subject}`
  await ctx.db.transaction(async (tx) => {
    await lockAlarms(tx)
    const open = new Map((await findOpenAlarms(tx)).map((row) => [keyOf(row), row]))
    const now = ctx.now()
    for (const alarm of found) {
      const known = open.get(keyOf(alarm))
      open.delete(keyOf(alarm))
      if (!known) {
        await sendNotices(tx, ctx, await insertAlarm(tx, alarm, now), alarm.severity)
        continue
      }
      await updateAlarm(tx, known.id, alarm)
      // A notice is inserted once, so only the first rise to a severity is sent.
      if (known.severity !== alarm.severity) await sendNotices(tx, ctx, known, alarm.severity)
    }
    const gone = [...open.values()].filter(({ rule }) => isKnown(rule, facts))
    await clearAlarms(
      tx,
      gone.map(({ id }) => id),
      now,
    )
    for (const { id } of gone) await sendToWebhook(tx, ctx, { alarmId: id, event: 'CLEARED' })
  })
}

async function sendNotices(
  tx: Db,
  ctx: Applying,
  { id: alarmId, rule }: Pick<AlarmRow, 'id' | 'rule'>,
  event: AlarmRow['severity'],
): Promise<void> {
  const now = ctx.now()
  for (const { id, role } of await findPeople(tx)) {
    if (role !== 'OWNER' && !ALARM_ROLES[rule].includes(role)) continue
    const payload: AlarmNotice = { alarmId, target: `operator:${id}`, event }
    if (await insertNotice(tx, payload)) await enqueue(tx, MAIL_ALARM, { payload, dueAt: now, now })
  }
  await sendToWebhook(tx, ctx, { alarmId, event })
}

async function sendToWebhook(
  tx: Db,
  ctx: Applying,
  of: Pick<AlarmNotice, 'alarmId' | 'event'>,
): Promise<void> {
  if (!ctx.webhook) return
  const now = ctx.now()
  const payload: AlarmNotice = { ...of, target: 'webhook' }
  if (await insertNotice(tx, payload)) await enqueue(tx, POST_ALARM, { payload, dueAt: now, now })
}

export async function listAlarms(
  ctx: Pick<AppContext, 'db'>,
  query: PageQuery & { state: 'open' | 'cleared' },
): Promise<CallData<'alarm.list'>> {
  const rows = await findAlarmPage(ctx.db, query)
  return pageOf(query, rows.map(viewOf), await countAlarms(ctx.db, query.state))
}

function viewOf({
  alarm,
  acknowledgedBy,
}: {
  alarm: AlarmRow
  acknowledgedBy: string | null
}): View {
  const { id, rule, subject, severity, details, raisedAt, clearedAt, acknowledgedAt, note } = alarm
  return {
    alarmId: id,
    rule,
    subject,
    severity,
    values: { ...details },
    raisedAt: raisedAt.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
    acknowledged:
      acknowledgedAt && acknowledgedBy !== null && note !== null
        ? { by: acknowledgedBy, at: acknowledgedAt.toISOString(), note }
        : null,
  }
}

/** Records who takes care of an alarm. The last acknowledgement counts. */
export async function acknowledgeAlarm(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { alarmId, reason }: { alarmId: number } & CallInput<'alarm.acknowledge'>['body'],
): Promise<View> {
  const alarm = await lockAlarm(tx, alarmId)
  if (!alarm) throw refuse(Code.NOT_FOUND)
  const at = ctx.now()
  await setAcknowledged(tx, alarmId, { operatorId: by.operatorId, at, note: reason })
  const found = await findAlarm(tx, alarmId)
  if (!found) throw refuse(Code.NOT_FOUND)
  await appendAudit(tx, {
    at,
    actor: actorOf(by),
    action: 'alarm.acknowledge',
    subject: `alarm:${alarmId}`,
    data: { rule: alarm.rule, about: alarm.subject, severity: alarm.severity, reason },
  })
  return viewOf(found)
}

export async function openAlarms(ctx: Pick<AppContext, 'db'>): Promise<View[]> {
  const rows = await findOpenAlarms(ctx.db)
  return rows.map((alarm) => viewOf({ alarm, acknowledgedBy: null }))
}

/** Counts the open alarms for overviews. */
export async function countOpenAlarms(ctx: Pick<AppContext, 'db'>) {
  const rows = await findOpenAlarms(ctx.db)
  const critical = rows.filter(({ severity }) => severity === 'CRITICAL').length
  return { open: rows.length, critical }
}
