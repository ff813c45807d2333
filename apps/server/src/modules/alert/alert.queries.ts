import { sql, type SQL } from 'drizzle-orm'
import { DEFAULT_QUIET_HOURS, type AlertSetting, type QuietHours } from '@solstice/rules/alert'
import type { AlertCode, AlertData } from '#/platform/alerts.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

const idsIn = (memberIds: readonly number[]) =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb))`

export type AlertRow = {
  id: number
  code: string
  data: AlertData
  createdAt: Date
  read: boolean
}

export async function findAlerts(
  db: Db,
  wanted: { memberId: number; since: Date; read: boolean | undefined },
  page: { size: number; offset: number },
): Promise<{ rows: AlertRow[]; totalCount: number }> {
  const { memberId, read = null } = wanted
  const where = sql`where member_id = ${memberId}
    and created_at > ${wanted.since.toISOString()}::timestamptz
    and (${read}::boolean is null or (read_at is not null) = ${read})`
  const [total] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from alerts ${where}`,
  )
  const rows = await rowsOf<{
    id: string | number
    code: string
    data: AlertData
    created_at: string | Date
    read: boolean
  }>(
    db,
    sql`select id, code, data, created_at, read_at is not null as read from alerts ${where}
      order by created_at desc, id desc limit ${page.size} offset ${page.offset}`,
  )
  return {
    rows: rows.map(({ id, created_at: createdAt, ...rest }) => ({
      ...rest,
      id: Number(id),
      createdAt: new Date(createdAt),
    })),
    totalCount: total?.count ?? 0,
  }
}

/** What waits to be looked at: of the member's own alerts, and of what operators told everybody. */
export async function countUnread(
  db: Db,
  memberId: number,
  { since, now }: { since: Date; now: Date },
): Promise<{ alerts: number; notices: number }> {
  const [row] = await rowsOf<{ alerts: number; notices: number }>(
    db,
    sql`select
      (select count(*)::int from alerts where member_id = ${memberId} and read_at is null
        and created_at > ${since.toISOString()}::timestamptz) as alerts,
      (select count(*)::int from notices n where n.withdrawn_at is null
        and n.published_at > ${since.toISOString()}::timestamptz
        and n.published_at <= ${now.toISOString()}::timestamptz
        and not exists (select 1 from notice_reads r
          where r.member_id = ${memberId} and r.notice_id = n.id)) as notices`,
  )
  return row ?? { alerts: 0, notices: 0 }
}

/** Tells whether there is such an alert; the first reading counts. */
export async function markAlertRead(
  db: Db,
  memberId: number,
  alertId: number,
  now: Date,
): Promise<boolean> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`update alerts set read_at = coalesce(read_at, ${now.toISOString()}::timestamptz)
      where id = ${alertId} and member_id = ${memberId} returning id`,
  )
  return rows.length === 1
}

export async function markAllAlertsRead(db: Db, memberId: number, now: Date): Promise<void> {
  await db.execute(sql`update alerts set read_at = ${now.toISOString()}::timestamptz
    where member_id = ${memberId} and read_at is null`)
}

export async function findSwitchedOff(db: Db, memberId: number): Promise<AlertSetting[]> {
  const rows = await rowsOf<{ type: AlertSetting }>(
    db,
    sql`select type from alert_settings where member_id = ${memberId} and not enabled`,
  )
  return rows.map(({ type }) => type)
}

export async function saveSetting(
  db: Db,
  memberId: number,
  { type, enabled }: { type: AlertSetting; enabled: boolean },
): Promise<void> {
  await db.execute(sql`insert into alert_settings (member_id, type, enabled)
    values (${memberId}, ${type}, ${enabled})
    on conflict (member_id, type) do update set enabled = excluded.enabled`)
}

export async function findQuietHours(db: Db, memberId: number): Promise<QuietHours | undefined> {
  const [row] = await rowsOf<QuietHours>(
    db,
    sql`select enabled, from_minute as "from", to_minute as "to", time_zone as "timeZone"
      from quiet_hours where member_id = ${memberId}`,
  )
  return row
}

/** Only what is given changes, in one statement: what somebody else changes meanwhile stays. */
export async function saveQuietHours(
  db: Db,
  memberId: number,
  change: { [Part in keyof QuietHours]: QuietHours[Part] | undefined },
): Promise<QuietHours> {
  const { enabled = null, from = null, to = null, timeZone = null } = change
  const otherwise = DEFAULT_QUIET_HOURS
  const [row] = await rowsOf<QuietHours>(
    db,
    sql`insert into quiet_hours as q (member_id, enabled, from_minute, to_minute, time_zone)
      values (${memberId}, coalesce(${enabled}::boolean, ${otherwise.enabled}),
        coalesce(${from}::int, ${otherwise.from}), coalesce(${to}::int, ${otherwise.to}),
        coalesce(${timeZone}::text, ${otherwise.timeZone}))
      on conflict (member_id) do update set enabled = coalesce(${enabled}::boolean, q.enabled),
        from_minute = coalesce(${from}::int, q.from_minute),
        to_minute = coalesce(${to}::int, q.to_minute),
        time_zone = coalesce(${timeZone}::text, q.time_zone)
      returning enabled, from_minute as "from", to_minute as "to", time_zone as "timeZone"`,
  )
  if (!row) throw new Error('The database kept no quiet hours')
  return row
}

/** What decides when a member may be told, of many members at once. */
export type PreferencesRow = { memberId: number; off: AlertSetting[]; quiet: QuietHours }

export async function findPreferences(
  db: Db,
  memberIds: readonly number[],
): Promise<PreferencesRow[]> {
  const rows = await rowsOf<{
    member_id: string | number
    off: AlertSetting[]
    quiet: QuietHours | null
  }>(
    db,
    sql`select m.id as member_id,
        coalesce((select jsonb_agg(s.type) from alert_settings s
          where s.member_id = m.id and not s.enabled), '[]'::jsonb) as off,
        (select jsonb_build_object('enabled', q.enabled, 'from', q.from_minute, 'to', q.to_minute,
          'timeZone', q.time_zone) from quiet_hours q where q.member_id = m.id) as quiet
      from members m
      where m.id in ${idsIn(memberIds)}
        and m.status = 'ACTIVE'`,
  )
  return rows.map(({ member_id: memberId, off, quiet }) => ({
    memberId: Number(memberId),
    off,
    quiet: quiet ?? DEFAULT_QUIET_HOURS,
  }))
}

export async function deletePreferences(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from alert_settings where member_id = ${memberId}`)
  await db.execute(sql`delete from quiet_hours where member_id = ${memberId}`)
  await db.execute(sql`delete from reminders where member_id = ${memberId}`)
}

/** Those of them who were not reminded of it yet, in the same order. */
export async function findUntold(
  db: Db,
  name: string,
  memberIds: readonly number[],
): Promise<number[]> {
  const rows = await rowsOf<{ member_id: string | number }>(
    db,
    sql`select member_id from reminders where name = ${name} and member_id in ${idsIn(memberIds)}`,
  )
  const told = new Set(rows.map(({ member_id: memberId }) => Number(memberId)))
  return memberIds.filter((memberId) => !told.has(memberId))
}

/** Tells for whom this is the first time. */
export async function insertReminders(
  db: Db,
  row: { name: string; at: Date; memberIds: readonly number[] },
): Promise<number[]> {
  const rows = await rowsOf<{ member_id: string | number }>(
    db,
    sql`insert into reminders (member_id, name, reminded_at)
      select id, ${row.name}, ${row.at.toISOString()}::timestamptz
      from ${idsIn(row.memberIds)} as chosen(id)
      on conflict do nothing returning member_id`,
  )
  return rows.map(({ member_id: memberId }) => Number(memberId))
}

/** One alert for each of them, as it is told to many. */
export function sameForAll(
  memberIds: readonly number[],
  { code, data }: { code: AlertCode; data: AlertData },
): SQL {
  return sql`select id as member_id, ${code}::text as code, ${JSON.stringify(data)}::jsonb as data
    from ${idsIn(memberIds)} as chosen(id)`
}
