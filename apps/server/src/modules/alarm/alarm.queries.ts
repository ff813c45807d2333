import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Alarm } from '@solstice/rules/alarm'
import { operators } from '#/modules/operator/operator.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { alarmNotices, alarms } from './alarm.table.ts'

export type AlarmRow = typeof alarms.$inferSelect
export type Notice = Pick<typeof alarmNotices.$inferSelect, 'alarmId' | 'target' | 'event'>

/** Lets one process raise and clear alarms at a time; the lock ends with the transaction. */
export async function lockAlarms(tx: Db): Promise<void> {
  // Raw SQL: an advisory lock is a function.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('alarms'))`)
}

export function findOpenAlarms(db: Db): Promise<AlarmRow[]> {
  return db.select().from(alarms).where(isNull(alarms.clearedAt)).orderBy(asc(alarms.id))
}

export async function insertAlarm(tx: Db, alarm: Alarm, raisedAt: Date): Promise<AlarmRow> {
  const { rule, subject, severity, values: details } = alarm
  const [row] = await tx
    .insert(alarms)
    .values({ rule, subject, severity, details, raisedAt })
    .returning()
  if (!row) throw new Error('The database returned no alarm')
  return row
}

export async function updateAlarm(
  tx: Db,
  alarmId: number,
  { severity, values: details }: Pick<Alarm, 'severity' | 'values'>,
): Promise<void> {
  await tx.update(alarms).set({ severity, details }).where(eq(alarms.id, alarmId))
}

export async function clearAlarms(tx: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(alarms)
    .set({ clearedAt: at })
    .where(inArray(alarms.id, [...ids]))
}

const SHOWN = { alarm: alarms, acknowledgedBy: operators.name }

export function findAlarmPage(
  db: Db,
  { state, ...page }: PageQuery & { state: 'open' | 'cleared' },
) {
  const isShown = state === 'open' ? isNull(alarms.clearedAt) : isNotNull(alarms.clearedAt)
  const order =
    state === 'open'
      ? [asc(alarms.severity), desc(alarms.id)]
      : [desc(alarms.clearedAt), desc(alarms.id)]
  return db
    .select(SHOWN)
    .from(alarms)
    .leftJoin(operators, eq(operators.id, alarms.acknowledgedBy))
    .where(isShown)
    .orderBy(...order)
    .limit(page.size)
    .offset(offsetOf(page))
}

export async function countAlarms(db: Db, state: 'open' | 'cleared'): Promise<number> {
  const isCounted = state === 'open' ? isNull(alarms.clearedAt) : isNotNull(alarms.clearedAt)
  const [row] = await db.select({ count: count() }).from(alarms).where(isCounted)
  return row?.count ?? 0
}

export async function findAlarm(db: Db, alarmId: number) {
  const [row] = await db
    .select(SHOWN)
    .from(alarms)
    .leftJoin(operators, eq(operators.id, alarms.acknowledgedBy))
    .where(eq(alarms.id, alarmId))
  return row
}

export async function lockAlarm(tx: Db, alarmId: number): Promise<AlarmRow | undefined> {
  const [row] = await tx.select().from(alarms).where(eq(alarms.id, alarmId)).for('update')
  return row
}

export async function setAcknowledged(
  tx: Db,
  alarmId: number,
  by: { operatorId: number; at: Date; note: string },
): Promise<void> {
  await tx
    .update(alarms)
    .set({ acknowledgedBy: by.operatorId, acknowledgedAt: by.at, note: by.note })
    .where(eq(alarms.id, alarmId))
}

/** Returns the people with an address who are enrolled and active. */
export function findPeople(db: Db) {
  return db
    .select({ id: operators.id, role: operators.role })
    .from(operators)
    .where(
      and(eq(operators.kind, 'PERSON'), isNotNull(operators.email), isNull(operators.disabledAt)),
    )
    .orderBy(asc(operators.id))
}

export async function findAddress(
  db: Db,
  operatorId: number,
): Promise<{ email: string | null } | undefined> {
  const [row] = await db
    .select({ email: operators.email })
    .from(operators)
    .where(and(eq(operators.id, operatorId), isNull(operators.disabledAt)))
  return row
}

/** Returns whether the notice is new. */
export async function insertNotice(tx: Db, notice: Notice): Promise<boolean> {
  const rows = await tx.insert(alarmNotices).values(notice).onConflictDoNothing().returning()
  return rows.length > 0
}

const isNotice = ({ alarmId, target, event }: Notice) =>
  and(
    eq(alarmNotices.alarmId, alarmId),
    eq(alarmNotices.target, target),
    eq(alarmNotices.event, event),
  )

export async function isSent(db: Db, notice: Notice): Promise<boolean> {
  const [row] = await db
    .select({ sentAt: alarmNotices.sentAt })
    .from(alarmNotices)
    .where(isNotice(notice))
  return row?.sentAt != null
}

export async function markSent(db: Db, notice: Notice, at: Date): Promise<void> {
  await db.update(alarmNotices).set({ sentAt: at }).where(isNotice(notice))
}
