import { alertText, changedWalletText, type AlertText } from '@solstice/contract/alert-texts'
import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import {
  ALERT_SETTINGS,
  DEFAULT_QUIET_HOURS,
  NOTICE_TTL_MS,
  type QuietHours,
} from '@solstice/rules/alert'
import { notifyEach, type AlertCode, type AlertData } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { instantIn } from '#/platform/process/instant-text.ts'
import {
  cursorOf,
  offsetOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  countUnread,
  deletePreferences,
  findAlerts,
  findAlertsBefore,
  findPreferences,
  findQuietHours,
  findSwitchedOff,
  insertReminders,
  markAlertRead,
  markAllAlertsRead,
  saveQuietHours,
  saveSetting,
  type PreferencesRow,
} from './alert.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export type Preferences = PreferencesRow

/**
 * Returns the alerts in the language of the request, not in the language at the time of the event.
 */
export async function listAlerts(
  ctx: Context & Pick<AppContext, 'settings'>,
  memberId: number,
  query: CursorQuery & { read?: boolean | undefined },
  language: Language,
): Promise<CallData<'alert.list'>> {
  const now = ctx.now()
  const since = new Date(now.getTime() - NOTICE_TTL_MS)
  const { rows, pageOfList } = await readAlertPage(ctx.db, query, {
    memberId,
    since,
    read: query.read,
  })
  const unread = await countUnread(ctx.db, memberId, { since, now })
  const timeZone = rows.some(({ data }) => data.pausedUntil)
    ? await timeZoneOf(ctx, memberId)
    : undefined
  const { supportEmail } = ctx.settings
  const list = rows.map(({ id, createdAt, data: facts, ...row }) => {
    const { seasonId, historyId, holdId, deposit, reward } = facts
    return {
      ...row,
      ...textOf(row.code, facts, { language, timeZone, supportEmail }),
      // Return these facts only; the wallet address and the end of a pause appear in the text
      // alone.
      data: {
        ...(seasonId && { seasonId }),
        ...(historyId && { historyId }),
        ...(holdId && { holdId }),
        ...(deposit && { deposit }),
        ...(reward && { reward }),
      },
      alarmId: id,
      createdAt: createdAt.toISOString(),
    }
  })
  return {
    ...pageOfList(list),
    unreadCount: unread.alerts,
    unreadNoticeCount: unread.notices,
  }
}

/** Reads a numbered page or the alerts before a cursor, and returns how to present the list. */
async function readAlertPage(
  db: Db,
  query: CursorQuery,
  of: { memberId: number; since: Date; read: boolean | undefined },
) {
  type Listed = CallData<'alert.list'>['list']
  const { page, size } = query
  if (query.before === undefined) {
    const { rows, totalCount } = await findAlerts(db, of, { size, offset: offsetOf(query) })
    const pageOfList = (list: Listed) =>
      withCursor(pageOf({ page, size }, list, totalCount), cursorAfter(rows.at(-1)))
    return { rows, pageOfList }
  }
  const cursor = cursorOf(query.before)
  const before = cursor && { id: cursor.id, createdAt: new Date(cursor.value ?? 0) }
  // One more alert than requested shows whether another page follows.
  const found = await findAlertsBefore(db, of, { before, size: size + 1 })
  const { shown: rows, last } = splitPage(found, size)
  const next = cursorAfter(last)
  return { rows, pageOfList: (list: Listed) => pageBefore({ page, size }, list, next) }
}

const cursorAfter = (row: { id: number; createdAt: Date } | undefined) =>
  row && { id: row.id, value: row.createdAt.getTime() }

/** Alerts created before wallets were named have no facts and use the text without them. */
function textOf(
  code: string,
  { address, pausedUntil, deposit, reward }: AlertData,
  of: { language: Language; timeZone: string | undefined; supportEmail: string },
): AlertText {
  const { language, timeZone = 'UTC', supportEmail } = of
  if (address === undefined || pausedUntil === undefined) {
    return alertText(code, language, { deposit, reward })
  }
  const own = instantIn(timeZone, language).format(new Date(pausedUntil))
  const time = timeZone === 'UTC' ? `${own} UTC` : own
  return changedWalletText({ address, time, supportEmail }, language)
}

export async function readAlert(ctx: Context, memberId: number, id: number): Promise<void> {
  if (!(await markAlertRead(ctx.db, memberId, id, ctx.now()))) throw refuse(Code.NOT_FOUND)
}

export function readAllAlerts(ctx: Context, memberId: number): Promise<void> {
  return markAllAlertsRead(ctx.db, memberId, ctx.now())
}

export async function settingsOf(
  ctx: Context,
  memberId: number,
): Promise<CallData<'alert.settings'>['list']> {
  const off = await findSwitchedOff(ctx.db, memberId)
  return ALERT_SETTINGS.map((setting) => ({ ...setting, enabled: !off.includes(setting.type) }))
}

export async function changeSetting(
  ctx: Context,
  memberId: number,
  { id, enabled }: { id: number; enabled: boolean },
): Promise<CallData<'alert.changeSetting'>> {
  const setting = ALERT_SETTINGS.find((each) => each.id === id)
  if (!setting) throw refuse(Code.NOT_FOUND)
  await saveSetting(ctx.db, memberId, { type: setting.type, enabled })
  return { ...setting, enabled }
}

export async function quietHoursOf(
  ctx: Context,
  memberId: number,
): Promise<CallData<'alert.quietHours'>> {
  return shown((await findQuietHours(ctx.db, memberId)) ?? DEFAULT_QUIET_HOURS)
}

/** Returns the member's time zone, once a device has reported it. */
export async function timeZoneOf(
  ctx: Pick<Context, 'db'>,
  memberId: number,
): Promise<string | undefined> {
  return (await findQuietHours(ctx.db, memberId))?.timeZone
}

type QuietHoursChange = {
  enabled?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

/** Changes only the given fields, so that two devices can change different fields concurrently. */
export async function changeQuietHours(
  ctx: Context,
  memberId: number,
  change: QuietHoursChange,
): Promise<CallData<'alert.quietHours'>> {
  const { enabled, from, to, timeZone } = change
  const saved = await saveQuietHours(ctx.db, memberId, {
    enabled,
    from: from === undefined ? undefined : minuteOf(from),
    to: to === undefined ? undefined : minuteOf(to),
    timeZone,
  })
  return shown(saved)
}

function shown({ from, to, ...rest }: QuietHours): CallData<'alert.quietHours'> {
  return { ...rest, from: clockOf(from), to: clockOf(to) }
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

function clockOf(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, '0')
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`
}

/** Returns the preferences of active members only; no other member is notified. */
export async function preferencesOf(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, Preferences>> {
  const rows = await findPreferences(db, memberIds)
  return new Map(rows.map((row) => [row.memberId, row]))
}

/** Deletes the member's alert preferences as part of the account deletion. */
export function eraseAlertPreferences(tx: Db, memberId: number): Promise<void> {
  return deletePreferences(tx, memberId)
}

/** Notifies each member once under this name, regardless of how many calls or workers repeat it. */
export async function notifyOnce(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberIds: readonly number[],
  alert: { name: string; code: AlertCode; data?: AlertData; until?: Date | undefined },
): Promise<void> {
  const { name, ...rest } = alert
  const first = await insertReminders(tx, { name, at: ctx.now(), memberIds })
  await notifyEach(tx, ctx, first, rest)
}
