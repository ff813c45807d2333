import { sql, type SQL } from 'drizzle-orm'
import type { PushCode } from '@solstice/rules/alert'
import { rowsOf, type Db } from '#/platform/db.ts'

/** Whom a campaign is for; nothing said means everybody. */
export type Audience = {
  language?: 'en' | 'ko' | undefined
  wallet?: 'yes' | 'no' | undefined
  joinedFrom?: string | undefined
  joinedBefore?: string | undefined
}

function isMeant({ language, wallet, joinedFrom, joinedBefore }: Audience): SQL {
  const parts = [sql`m.status = 'ACTIVE'`]
  if (language) parts.push(sql`m.language = ${language}`)
  if (wallet) parts.push(sql`(m.wallet_address is not null) = ${wallet === 'yes'}`)
  if (joinedFrom) parts.push(sql`m.created_at >= ${joinedFrom}::timestamptz`)
  if (joinedBefore) parts.push(sql`m.created_at < ${joinedBefore}::timestamptz`)
  return sql.join(parts, sql` and `)
}

const wantsNotices = sql`not exists (select 1 from alert_settings a
  where a.member_id = m.id and a.type = 'NOTICE' and not a.enabled)`

/** How many would hear of it, and how many would if they had not switched it off. */
export async function countAudience(
  db: Db,
  audience: Audience,
): Promise<{ wanted: boolean; members: number; devices: number }[]> {
  return rowsOf(
    db,
    sql`select ${wantsNotices} as wanted, count(distinct m.id)::int as members,
        count(*)::int as devices
      from members m join push_subscriptions s on s.member_id = m.id
      where ${isMeant(audience)} group by 1`,
  )
}

export type CampaignRow = {
  id: number
  noticeId: number
  code: PushCode
  audience: Audience
  dueAt: Date
  cursor: number
  addressedAt: Date | undefined
  cancelledAt: Date | undefined
}

export type NewCampaign = {
  noticeId: number
  code: PushCode
  audience: Audience
  startedBy: string
  dueAt: Date
}

export async function insertCampaign(
  tx: Db,
  campaign: NewCampaign & { now: Date },
): Promise<number> {
  const [row] = await rowsOf<{ id: string | number }>(
    tx,
    sql`insert into campaigns (notice_id, code, audience, started_by, due_at, created_at)
      values (${campaign.noticeId}, ${campaign.code}, ${JSON.stringify(campaign.audience)}::jsonb,
        ${campaign.startedBy}, ${campaign.dueAt.toISOString()}::timestamptz,
        ${campaign.now.toISOString()}::timestamptz) returning id`,
  )
  if (!row) throw new Error('The database kept no campaign')
  return Number(row.id)
}

/** For the turn of one worker: another that got the same job waits here, and then sees the cursor. */
export async function lockCampaign(tx: Db, id: number): Promise<CampaignRow | undefined> {
  const [row] = await rowsOf<{
    id: string | number
    notice_id: string | number
    code: PushCode
    audience: Audience
    due_at: string | Date
    cursor: string | number
    addressed_at: string | Date | null
    cancelled_at: string | Date | null
  }>(tx, sql`select * from campaigns where id = ${id} for update`)
  return (
    row && {
      id: Number(row.id),
      noticeId: Number(row.notice_id),
      code: row.code,
      audience: row.audience,
      dueAt: new Date(row.due_at),
      cursor: Number(row.cursor),
      addressedAt: row.addressed_at ? new Date(row.addressed_at) : undefined,
      cancelledAt: row.cancelled_at ? new Date(row.cancelled_at) : undefined,
    }
  )
}

/** Devices of the audience after one of them, in order. */
export async function findAudience(
  tx: Db,
  audience: Audience,
  { afterId, size }: { afterId: number; size: number },
): Promise<{ subscriptionId: number; memberId: number }[]> {
  const rows = await rowsOf<{ subscription: string | number; member: string | number }>(
    tx,
    sql`select s.id as subscription, m.id as member
      from push_subscriptions s join members m on m.id = s.member_id
      where s.id > ${afterId} and ${isMeant(audience)} order by s.id limit ${size}`,
  )
  return rows.map(({ subscription, member }) => ({
    subscriptionId: Number(subscription),
    memberId: Number(member),
  }))
}

export async function moveCursor(tx: Db, id: number, cursor: number): Promise<void> {
  await tx.execute(sql`update campaigns set cursor = ${cursor} where id = ${id}`)
}

export async function markAddressed(tx: Db, id: number, now: Date): Promise<void> {
  await tx.execute(sql`update campaigns set addressed_at = ${now.toISOString()}::timestamptz
    where id = ${id}`)
}

/** What has not gone out yet stays where it is. */
export async function cancelCampaignsOf(tx: Db, noticeId: number, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`update campaigns set cancelled_at = ${at}::timestamptz
    where notice_id = ${noticeId} and cancelled_at is null
      and (addressed_at is null or exists (select 1 from push_deliveries d
        where d.campaign_id = campaigns.id and d.sent_at is null and d.dropped_at is null))`)
  await tx.execute(sql`update push_deliveries d set dropped_at = ${at}::timestamptz,
      last_error = 'withdrawn' from campaigns c
    where c.id = d.campaign_id and c.notice_id = ${noticeId} and d.sent_at is null
      and d.dropped_at is null`)
}

export type CampaignProgress = {
  id: number
  noticeId: number
  code: string
  title: string
  audience: Audience
  startedBy: string
  dueAt: Date
  state: 'WAITING' | 'SENDING' | 'DONE' | 'CANCELLED'
  devices: number
  sent: number
  waiting: number
  dropped: number
}

export async function findCampaigns(
  db: Db,
  wanted: { id?: number },
  page: { size: number; offset: number },
): Promise<{ rows: CampaignProgress[]; totalCount: number }> {
  const { id = null } = wanted
  const [total] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from campaigns where ${id}::bigint is null or id = ${id}`,
  )
  const rows = await rowsOf<{
    id: string | number
    notice_id: string | number
    code: string
    title_en: string
    audience: Audience
    started_by: string
    due_at: string | Date
    addressed_at: string | Date | null
    cancelled_at: string | Date | null
    sent: number
    waiting: number
    dropped: number
  }>(
    db,
    sql`select c.id, c.notice_id, c.code, n.title_en, c.audience, c.started_by, c.due_at,
        c.addressed_at, c.cancelled_at, c.past_sent + d.sent as sent, d.waiting,
        c.past_dropped + d.dropped as dropped
      from campaigns c join notices n on n.id = c.notice_id
        cross join lateral (
          select count(d.sent_at)::int as sent, count(d.dropped_at)::int as dropped,
            (count(*) filter (where d.sent_at is null and d.dropped_at is null))::int as waiting
          from push_deliveries d where d.campaign_id = c.id
        ) d
      where ${id}::bigint is null or c.id = ${id}
      order by c.id desc limit ${page.size} offset ${page.offset}`,
  )
  return {
    totalCount: total?.count ?? 0,
    rows: rows.map((row) => ({
      id: Number(row.id),
      noticeId: Number(row.notice_id),
      code: row.code,
      title: row.title_en,
      audience: row.audience,
      startedBy: row.started_by,
      dueAt: new Date(row.due_at),
      state: stateOf(row),
      devices: row.sent + row.waiting + row.dropped,
      sent: row.sent,
      waiting: row.waiting,
      dropped: row.dropped,
    })),
  }
}

function stateOf(row: {
  addressed_at: unknown
  cancelled_at: unknown
  sent: number
  waiting: number
  dropped: number
}): CampaignProgress['state'] {
  if (row.cancelled_at) return 'CANCELLED'
  if (row.addressed_at) return row.waiting === 0 ? 'DONE' : 'SENDING'
  return row.sent + row.waiting + row.dropped === 0 ? 'WAITING' : 'SENDING'
}
