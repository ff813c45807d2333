import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  sql,
} from 'drizzle-orm'
import { DEFAULT_QUIET_HOURS, type AlertSetting, type QuietHours } from '@solstice/rules/alert'
import { noticeReads, notices } from '#/modules/notice/notice.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { alerts } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { alertSettings, quietHours, reminders } from './alert.table.ts'

export async function findAlerts(
  db: Db,
  { memberId, since, read }: { memberId: number; since: Date; read: boolean | undefined },
  page: { size: number; offset: number },
) {
  const hasRead = read ? isNotNull : isNull
  const where = and(
    eq(alerts.memberId, memberId),
    gt(alerts.createdAt, since),
    read === undefined ? undefined : hasRead(alerts.readAt),
  )
  const totalCount = await db.$count(alerts, where)
  const rows = await db
    .select({
      id: alerts.id,
      code: alerts.code,
      data: alerts.data,
      createdAt: alerts.createdAt,
      read: sql<boolean>`${alerts.readAt} is not null`,
    })
    .from(alerts)
    .where(where)
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount }
}

/** Counts the member's unread alerts and unread notices. */
export async function countUnread(
  db: Db,
  memberId: number,
  { since, now }: { since: Date; now: Date },
): Promise<{ alerts: number; notices: number }> {
  const read = db
    .select({ noticeId: noticeReads.noticeId })
    .from(noticeReads)
    .where(and(eq(noticeReads.memberId, memberId), eq(noticeReads.noticeId, notices.id)))
  const unreadNotices = and(
    isNull(notices.withdrawnAt),
    gt(notices.publishedAt, since),
    lte(notices.publishedAt, now),
    notExists(read),
  )
  const [row] = await db
    .select({ alerts: count(), notices: db.$count(notices, unreadNotices) })
    .from(alerts)
    .where(and(eq(alerts.memberId, memberId), isNull(alerts.readAt), gt(alerts.createdAt, since)))
  return row ?? { alerts: 0, notices: 0 }
}

/** Returns whether the alert exists. Keeps the time of the first reading. */
export async function markAlertRead(
  db: Db,
  memberId: number,
  alertId: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(alerts)
    .set({ readAt: sql`coalesce(${alerts.readAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(alerts.id, alertId), eq(alerts.memberId, memberId)))
    .returning({ id: alerts.id })
  return rows.length === 1
}

export async function markAllAlertsRead(db: Db, memberId: number, now: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ readAt: now })
    .where(and(eq(alerts.memberId, memberId), isNull(alerts.readAt)))
}

export async function findSwitchedOff(db: Db, memberId: number): Promise<AlertSetting[]> {
  const rows = await db
    .select({ type: alertSettings.type })
    .from(alertSettings)
    .where(and(eq(alertSettings.memberId, memberId), not(alertSettings.enabled)))
  return rows.map(({ type }) => type)
}

export async function saveSetting(
  db: Db,
  memberId: number,
  { type, enabled }: { type: AlertSetting; enabled: boolean },
): Promise<void> {
  await db
    .insert(alertSettings)
    .values({ memberId, type, enabled })
    .onConflictDoUpdate({
      target: [alertSettings.memberId, alertSettings.type],
      set: { enabled },
    })
}

const QUIET_HOURS = {
  enabled: quietHours.enabled,
  from: quietHours.fromMinute,
  to: quietHours.toMinute,
  timeZone: quietHours.timeZone,
}

export async function findQuietHours(db: Db, memberId: number): Promise<QuietHours | undefined> {
  const [row] = await db
    .select(QUIET_HOURS)
    .from(quietHours)
    .where(eq(quietHours.memberId, memberId))
  return row
}

/**
 * Changes only the given fields in one statement, so that concurrent changes to other fields are
 * kept.
 */
export async function saveQuietHours(
  db: Db,
  memberId: number,
  { enabled, from, to, timeZone }: { [Part in keyof QuietHours]: QuietHours[Part] | undefined },
): Promise<QuietHours> {
  const otherwise = DEFAULT_QUIET_HOURS
  const [row] = await db
    .insert(quietHours)
    .values({
      memberId,
      enabled: enabled ?? otherwise.enabled,
      fromMinute: from ?? otherwise.from,
      toMinute: to ?? otherwise.to,
      timeZone: timeZone ?? otherwise.timeZone,
    })
    .onConflictDoUpdate({
      target: quietHours.memberId,
      set: {
        enabled: enabled ?? quietHours.enabled,
        fromMinute: from ?? quietHours.fromMinute,
        toMinute: to ?? quietHours.toMinute,
        timeZone: timeZone ?? quietHours.timeZone,
      },
    })
    .returning(QUIET_HOURS)
  if (!row) throw new Error('Saving the quiet hours returned no row')
  return row
}

/** The preferences that decide when a member may be notified. */
export type PreferencesRow = { memberId: number; off: AlertSetting[]; quiet: QuietHours }

export async function findPreferences(
  db: Db,
  memberIds: readonly number[],
): Promise<PreferencesRow[]> {
  const off = db
    .select({ types: sql`jsonb_agg(${alertSettings.type})` })
    .from(alertSettings)
    .where(and(eq(alertSettings.memberId, members.id), not(alertSettings.enabled)))
  const rows = await db
    .select({
      memberId: members.id,
      off: sql<AlertSetting[]>`coalesce(${off}, '[]'::jsonb)`,
      quiet: QUIET_HOURS,
    })
    .from(members)
    .leftJoin(quietHours, eq(quietHours.memberId, members.id))
    .where(and(inArray(members.id, idList(memberIds)), eq(members.status, 'ACTIVE')))
  return rows.map((row) => ({ ...row, quiet: row.quiet ?? DEFAULT_QUIET_HOURS }))
}

export async function deletePreferences(db: Db, memberId: number): Promise<void> {
  await db.delete(alertSettings).where(eq(alertSettings.memberId, memberId))
  await db.delete(quietHours).where(eq(quietHours.memberId, memberId))
  await db.delete(reminders).where(eq(reminders.memberId, memberId))
}

/** Returns the members who have not been reminded of it yet, in the same order. */
export async function findNotReminded(
  db: Db,
  name: string,
  memberIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .select({ memberId: reminders.memberId })
    .from(reminders)
    .where(and(eq(reminders.name, name), inArray(reminders.memberId, idList(memberIds))))
  const reminded = new Set(rows.map(({ memberId }) => memberId))
  return memberIds.filter((memberId) => !reminded.has(memberId))
}

/** Returns the members for whom this reminder is the first. */
export async function insertReminders(
  db: Db,
  { name, at, memberIds }: { name: string; at: Date; memberIds: readonly number[] },
): Promise<number[]> {
  const chosen = db
    .select({
      memberId: sql<number>`id`.as('member_id'),
      name: sql<string>`${name}::text`.as('name'),
      remindedAt: sql<Date>`${at.toISOString()}::timestamptz`.as('reminded_at'),
    })
    .from(sql`${idList(memberIds)} as chosen(id)`)
  const rows = await db
    .insert(reminders)
    .select(chosen)
    .onConflictDoNothing()
    .returning({ memberId: reminders.memberId })
  return rows.map(({ memberId }) => memberId)
}
