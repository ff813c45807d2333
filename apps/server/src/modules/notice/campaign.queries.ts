import { and, desc, eq, exists, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { COLLISION_MS } from '@solstice/rules/campaign'
import { pushDeliveries } from '#/modules/push/push.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { campaignCounts, campaigns, notices } from './notice.table.ts'

type CampaignRow = typeof campaigns.$inferSelect
export type NewCampaign = Pick<
  CampaignRow,
  'noticeId' | 'code' | 'audience' | 'startedBy' | 'dueAt'
> &
  Partial<
    Pick<
      CampaignRow,
      | 'exclude'
      | 'moment'
      | 'holdOutPercent'
      | 'seed'
      | 'expectedMembers'
      | 'memberLimit'
      | 'testedAt'
      | 'movesNotice'
    >
  >

export async function insertCampaign(
  tx: Db,
  { now, ...campaign }: NewCampaign & { now: Date },
): Promise<number> {
  const [row] = await tx
    .insert(campaigns)
    .values({ ...campaign, createdAt: now })
    .returning({ id: campaigns.id })
  if (!row) throw new Error('Inserting the campaign returned no row')
  return row.id
}

/** The time of a moment as its season is now; null if there is none or if it is not published. */
const momentAt = sql<Date | null>`(select case ${campaigns.moment} ->> 'kind'
    when 'SEASON_START' then s.start_at when 'SEASON_END' then s.end_at
    when 'ROUND_START' then r.start_at else r.end_at end
  from seasons s
  left join season_rounds r on r.season_id = s.id
    and r.number = (${campaigns.moment} ->> 'round')::integer
  where s.id = (${campaigns.moment} ->> 'seasonId')::bigint and s.state = 'PUBLISHED')`.mapWith(
  instantOrNull,
)

/**
 * Locks the campaign for one worker; another worker with the same job waits and then reads the new
 * cursor. The lock does not exclude the foreign key of the counts, which marking a push may insert.
 */
export async function lockCampaign(tx: Db, id: number): Promise<CampaignRow | undefined> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return row
}

/**
 * Locks the notice of a campaign and returns its id. A transaction that locks both locks the notice
 * first, as a withdrawal does. The lock does not exclude members who mark the notice as read.
 */
export async function lockNoticeOf(tx: Db, campaignId: number): Promise<number | undefined> {
  const noticeId = tx
    .select({ id: campaigns.noticeId })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId))
  const [row] = await tx
    .select({ id: notices.id })
    .from(notices)
    .where(inArray(notices.id, noticeId))
    .for('no key update')
  return row?.id
}

/** Returns whether a campaign has begun, after which it moves its notice no more. */
export async function hasBegun(tx: Db, id: number): Promise<boolean> {
  const [row] = await tx
    .select({ begunAt: campaigns.begunAt })
    .from(campaigns)
    .where(eq(campaigns.id, id))
  return row !== undefined && row.begunAt !== null
}

/** Returns the times that decide when a locked campaign begins. */
export async function findTimes(
  tx: Db,
  id: number,
): Promise<{ momentAt: Date | null; publishedAt: Date } | undefined> {
  const [row] = await tx
    .select({ momentAt, publishedAt: notices.publishedAt })
    .from(campaigns)
    .innerJoin(notices, eq(notices.id, campaigns.noticeId))
    .where(eq(campaigns.id, id))
  return row
}

type Progress = Partial<
  Pick<
    CampaignRow,
    | 'begunAt'
    | 'dueAt'
    | 'movesNotice'
    | 'cursor'
    | 'addressedAt'
    | 'members'
    | 'heldOut'
    | 'switchedOff'
    | 'effect'
  >
>

export async function updateProgress(tx: Db, id: number, change: Progress): Promise<void> {
  await tx.update(campaigns).set(change).where(eq(campaigns.id, id))
}

/** Operators' campaigns within a day of a time, without those stopped before they began. */
function isNear(at: Date) {
  const from = new Date(at.getTime() - COLLISION_MS)
  const until = new Date(at.getTime() + COLLISION_MS)
  return and(
    eq(campaigns.code, 'NOTICE'),
    gt(campaigns.dueAt, from),
    lt(campaigns.dueAt, until),
    or(isNull(campaigns.cancelledAt), gt(campaigns.cancelledAt, campaigns.dueAt)),
  )
}

export function countCampaignsNear(tx: Db, at: Date): Promise<number> {
  return tx.$count(campaigns, isNear(at))
}

/** Bounds the campaigns with which an audience is compared; the closest ones in time come first. */
const COMPARED_CAMPAIGNS = 5

export function findCampaignsNear(
  db: Db,
  at: Date,
): Promise<Pick<CampaignRow, 'audience' | 'exclude'>[]> {
  const distance = sql`abs(extract(epoch from ${campaigns.dueAt} - ${at.toISOString()}::timestamptz))`
  return db
    .select({ audience: campaigns.audience, exclude: campaigns.exclude })
    .from(campaigns)
    .where(isNear(at))
    .orderBy(distance)
    .limit(COMPARED_CAMPAIGNS)
}

const isWaiting = and(isNull(pushDeliveries.sentAt), isNull(pushDeliveries.droppedAt))

/** Cancels the campaigns of a notice and drops their unsent deliveries. */
export async function cancelCampaignsOf(tx: Db, noticeId: number, now: Date): Promise<void> {
  await stopWhere(tx, eq(campaigns.noticeId, noticeId), { stoppedFor: 'NOTICE', now })
  const ofNotice = tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.noticeId, noticeId))
  await dropWaiting(tx, inArray(pushDeliveries.campaignId, ofNotice), { now, reason: 'withdrawn' })
}

/** Stops one campaign and drops its unsent deliveries. Returns whether it was still going on. */
export async function stopCampaign(tx: Db, id: number, now: Date): Promise<boolean> {
  const stopped = await stopWhere(tx, eq(campaigns.id, id), { stoppedFor: 'OPERATOR', now })
  await dropWaiting(tx, eq(pushDeliveries.campaignId, id), { now, reason: 'stopped' })
  return stopped
}

/** Addresses no further device; the pushes that were prepared within the limit are still sent. */
export async function endAtLimit(tx: Db, id: number, now: Date): Promise<void> {
  await tx
    .update(campaigns)
    .set({ cancelledAt: now, stoppedFor: 'LIMIT' })
    .where(eq(campaigns.id, id))
}

async function stopWhere(
  tx: Db,
  where: SQL,
  { stoppedFor, now }: { stoppedFor: 'NOTICE' | 'OPERATOR'; now: Date },
): Promise<boolean> {
  const unsent = tx
    .select({ id: pushDeliveries.id })
    .from(pushDeliveries)
    .where(and(eq(pushDeliveries.campaignId, campaigns.id), isWaiting))
  const rows = await tx
    .update(campaigns)
    .set({ cancelledAt: now, stoppedFor })
    .where(
      and(
        where,
        or(isNull(campaigns.cancelledAt), and(eq(campaigns.stoppedFor, 'LIMIT'), exists(unsent))),
        or(isNull(campaigns.addressedAt), exists(unsent)),
      ),
    )
    .returning({ id: campaigns.id })
  return rows.length > 0
}

async function dropWaiting(
  tx: Db,
  where: SQL,
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  // Workers that mark these deliveries lock them in the same order.
  const locked = tx
    .$with('locked')
    .as(
      tx
        .select({ id: pushDeliveries.id })
        .from(pushDeliveries)
        .where(and(where, isWaiting))
        .orderBy(pushDeliveries.id)
        .for('update'),
    )
  await tx
    .with(locked)
    .update(pushDeliveries)
    .set({ droppedAt: now, lastError: reason })
    .from(locked)
    .where(eq(pushDeliveries.id, locked.id))
}

/** Returns whether a campaign will still send this notice. */
export async function hasOpenCampaign(tx: Db, noticeId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.noticeId, noticeId),
        isNull(campaigns.cancelledAt),
        isNull(campaigns.addressedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Bounds the campaigns that the page of a notice lists. */
const CAMPAIGNS_OF_NOTICE = 20

export async function findCampaignsOf(db: Db, noticeId: number): Promise<CampaignProgress[]> {
  const { rows } = await findCampaigns(db, { noticeId }, { size: CAMPAIGNS_OF_NOTICE, offset: 0 })
  return rows
}

export type CampaignProgress = Awaited<ReturnType<typeof findCampaigns>>['rows'][number]

export async function findCampaigns(
  db: Db,
  { id, noticeId }: { id?: number; noticeId?: number },
  page: { size: number; offset: number },
) {
  const where = and(
    id === undefined ? undefined : eq(campaigns.id, id),
    noticeId === undefined ? undefined : eq(campaigns.noticeId, noticeId),
  )
  const totalCount = await db.$count(campaigns, where)
  const total = (column: PgColumn) => sql`coalesce(sum(${column}), 0)`.mapWith(Number)
  const deliveries = db
    .select({
      sent: total(campaignCounts.sent).as('sent'),
      dropped: total(campaignCounts.dropped).as('dropped'),
      waiting: total(campaignCounts.waiting).as('waiting'),
    })
    .from(campaignCounts)
    .where(eq(campaignCounts.campaignId, campaigns.id))
    .as('deliveries')
  const rows = await db
    .select({
      id: campaigns.id,
      noticeId: campaigns.noticeId,
      code: campaigns.code,
      title: notices.titleEn,
      audience: campaigns.audience,
      exclude: campaigns.exclude,
      startedBy: campaigns.startedBy,
      dueAt: campaigns.dueAt,
      moment: campaigns.moment,
      momentAt,
      publishedAt: notices.publishedAt,
      holdOutPercent: campaigns.holdOutPercent,
      begunAt: campaigns.begunAt,
      addressedAt: campaigns.addressedAt,
      cancelledAt: campaigns.cancelledAt,
      stoppedFor: campaigns.stoppedFor,
      members: campaigns.members,
      sent: deliveries.sent,
      waiting: deliveries.waiting,
      dropped: deliveries.dropped,
    })
    .from(campaigns)
    .innerJoin(notices, eq(notices.id, campaigns.noticeId))
    .crossJoinLateral(deliveries)
    .where(where)
    .orderBy(desc(campaigns.id))
    .limit(page.size)
    .offset(page.offset)
  return {
    totalCount,
    rows: rows.map((row) => {
      const devices = row.sent + row.waiting + row.dropped
      return { ...row, devices, state: stateOf({ ...row, devices }) }
    }),
  }
}

type State = 'WAITING' | 'SENDING' | 'DONE' | 'CANCELLED'

function stateOf({
  addressedAt,
  cancelledAt,
  begunAt,
  devices,
  waiting,
}: Pick<CampaignRow, 'addressedAt' | 'cancelledAt' | 'begunAt'> & {
  devices: number
  waiting: number
}): State {
  if (cancelledAt) return 'CANCELLED'
  if (addressedAt) return waiting === 0 ? 'DONE' : 'SENDING'
  return devices === 0 && begunAt === null ? 'WAITING' : 'SENDING'
}

/** Returns what only the page of a campaign shows. */
export async function findDetail(db: Db, id: number) {
  const [row] = await db
    .select({ campaign: campaigns, notice: notices })
    .from(campaigns)
    .innerJoin(notices, eq(notices.id, campaigns.noticeId))
    .where(eq(campaigns.id, id))
  return row
}
