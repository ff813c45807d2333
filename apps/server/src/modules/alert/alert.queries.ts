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

type AlertsOf = { memberId: number; since: Date; read: boolean | undefined }

function isListed({ memberId, since, read }: AlertsOf) {
  const hasRead = read ? isNotNull : isNull
  return and(
    eq(alerts.memberId, memberId),
    gt(alerts.createdAt, since),
    read === undefined ? undefined : hasRead(alerts.readAt),
  )
}

function selectAlerts(db: Db) {
  return db
    .select({
      id: alerts.id,
      code: alerts.code,
      data: alerts.data,
      createdAt: alerts.createdAt,
      read: sql<boolean>`${alerts.readAt} is not null`,
    })
    .from(alerts)
}

export async function findAlerts(db: Db, of: AlertsOf, page: { size: number; offset: number }) {
  const where = isListed(of)
  const totalCount = await db.$count(alerts, where)
  const rows = await selectAlerts(db)
    .where(where)
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(page.size)
    .offset(page.offset)
  return { rows, totalCount }
}

/** Returns the alerts before one of them, newest first, without counting them. */
export function findAlertsBefore(
  db: Db,
  of: AlertsOf,
  { before, size }: { before: { id: number; createdAt: Date } | undefined; size: number },
) {
  const isBefore =
    before &&
    sql`(${alerts.createdAt}, ${alerts.id}) <
      (${before.createdAt.toISOString()}::timestamptz, ${before.id}::bigint)`
  return selectAlerts(db)
    .where(and(isListed(of), isBefore))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(size)
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

/** Members with the same quiet hours, so that their local time is computed once. */
export type QuietHoursGroup = { quiet: QuietHours; memberIds: number[] }

/**
 * Returns the active members who have not been reminded of it yet and have not switched it off,
 * grouped by quiet hours. Each member is read by index, regardless of the sizes of the tables.
 */
export async function findNotReminded(
  db: Db,
  of: { name: string; setting: AlertSetting | undefined; memberIds: readonly number[] },
): Promise<QuietHoursGroup[]> {
  if (of.memberIds.length === 0) return []
  const id = sql<number>`examined.id`
  const reminded = db
    .select({ name: reminders.name })
    .from(reminders)
    .where(and(eq(reminders.memberId, id), eq(reminders.name, of.name)))
  const status = db.select({ status: members.status }).from(members).where(eq(members.id, id))
  const switchedOff =
    of.setting &&
    db
      .select({ type: alertSettings.type })
      .from(alertSettings)
      .where(
        and(
          eq(alertSettings.memberId, id),
          eq(alertSettings.type, of.setting),
          not(alertSettings.enabled),
        ),
      )
  const quiet = db
    .select(QUIET_HOURS)
    .from(quietHours)
    .where(eq(quietHours.memberId, id))
    .limit(1)
    .as('quiet')
  const rows = await db
    .select({
      enabled: quiet.enabled,
      from: quiet.from,
      to: quiet.to,
      timeZone: quiet.timeZone,
      memberIds: sql<number[]>`jsonb_agg(${id})`,
    })
    .from(sql`${idList(of.memberIds)} as examined(id)`)
    .leftJoinLateral(quiet, sql`true`)
    .where(
      and(
        sql`${reminded} is null`,
        switchedOff && sql`${switchedOff} is null`,
        sql`${status} = 'ACTIVE'`,
      ),
    )
    .groupBy(quiet.enabled, quiet.from, quiet.to, quiet.timeZone)
  return rows.map(({ memberIds, enabled, from, to, timeZone }) => ({
    memberIds,
    quiet:
      enabled === null || from === null || to === null || timeZone === null
        ? DEFAULT_QUIET_HOURS
        : { enabled, from, to, timeZone },
  }))
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
