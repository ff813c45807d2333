import { alertText } from '@solstice/contract/alert-texts'
import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import {
  ALERT_SETTINGS,
  DEFAULT_QUIET_HOURS,
  NOTICE_LIFE_MS,
  type QuietHours,
} from '@solstice/rules/alert'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/page.ts'
import { refuse } from '#/platform/refusal.ts'
import {
  countUnread,
  deletePreferences,
  findAlerts,
  findPreferences,
  findQuietHours,
  findSwitchedOff,
  markAlertRead,
  markAllAlertsRead,
  saveQuietHours,
  saveSetting,
  type PreferencesRow,
} from './alert.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export type Preferences = PreferencesRow

/** In the language of the screen that asks, not in that of the day it happened. */
export async function listAlerts(
  ctx: Context,
  memberId: number,
  query: PageQuery & { read?: boolean | undefined },
  language: Language,
): Promise<CallData<'alert.list'>> {
  const { page, size, read } = query
  const now = ctx.now()
  const since = new Date(now.getTime() - NOTICE_LIFE_MS)
  const { rows, totalCount } = await findAlerts(
    ctx.db,
    { memberId, since, read },
    { size, offset: offsetOf({ page, size }) },
  )
  const unread = await countUnread(ctx.db, memberId, { since, now })
  const list = rows.map(({ id, createdAt, ...row }) => ({
    ...row,
    ...alertText(row.code, language),
    alarmId: id,
    createdAt: createdAt.toISOString(),
  }))
  return {
    ...pageOf({ page, size }, list, totalCount),
    unreadCount: unread.alerts,
    unreadNoticeCount: unread.notices,
  }
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

type QuietHoursChange = {
  enabled?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

/** Two devices may change different parts of it at once: neither undoes what the other changed. */
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

/** Of active members only: nobody else is told anything. */
export async function preferencesOf(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, Preferences>> {
  const rows = await findPreferences(db, memberIds)
  return new Map(rows.map((row) => [row.memberId, row]))
}

/** Part of deleting an account. */
export function eraseAlertPreferences(tx: Db, memberId: number): Promise<void> {
  return deletePreferences(tx, memberId)
}
