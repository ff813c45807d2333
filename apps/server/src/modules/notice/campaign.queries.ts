import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { alertSettings } from '#/modules/alert/alert.table.ts'
import { pushDeliveries, pushSubscriptions } from '#/modules/push/push.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { campaigns, notices, type Audience } from './notice.table.ts'

export type { Audience } from './notice.table.ts'

function isInAudience({ language, wallet, joinedFrom, joinedBefore }: Audience) {
  const hasWallet = wallet === 'yes' ? isNotNull : isNull
  return and(
    eq(members.status, 'ACTIVE'),
    language && eq(members.language, language),
    wallet && hasWallet(members.walletAddress),
    joinedFrom === undefined ? undefined : gte(members.createdAt, new Date(joinedFrom)),
    joinedBefore === undefined ? undefined : lt(members.createdAt, new Date(joinedBefore)),
  )
}

/**
 * Counts the members and devices that would be reached, and those that have switched notices off.
 */
export function countAudience(
  db: Db,
  audience: Audience,
): Promise<{ isReachable: boolean; members: number; devices: number }[]> {
  const switchedOff = db
    .select({ type: alertSettings.type })
    .from(alertSettings)
    .where(
      and(
        eq(alertSettings.memberId, members.id),
        eq(alertSettings.type, 'NOTICE'),
        not(alertSettings.enabled),
      ),
    )
  return db
    .select({
      isReachable: sql<boolean>`${notExists(switchedOff)}`,
      members: countDistinct(members.id),
      devices: count(),
    })
    .from(members)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.memberId, members.id))
    .where(isInAudience(audience))
    .groupBy(sql`1`)
}

type CampaignRow = typeof campaigns.$inferSelect
export type NewCampaign = Pick<
  CampaignRow,
  'noticeId' | 'code' | 'audience' | 'startedBy' | 'dueAt'
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

/**
 * Locks the campaign for one worker; another worker with the same job waits and then reads the new
 * cursor.
 */
export async function lockCampaign(tx: Db, id: number): Promise<CampaignRow | undefined> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  return row
}

/** Returns the devices of the audience after `afterId`, in order of their ids. */
export function findAudience(
  tx: Db,
  audience: Audience,
  { afterId, size }: { afterId: number; size: number },
): Promise<{ subscriptionId: number; memberId: number }[]> {
  return tx
    .select({ subscriptionId: pushSubscriptions.id, memberId: members.id })
    .from(pushSubscriptions)
    .innerJoin(members, eq(members.id, pushSubscriptions.memberId))
    .where(and(gt(pushSubscriptions.id, afterId), isInAudience(audience)))
    .orderBy(pushSubscriptions.id)
    .limit(size)
}

export async function moveCursor(tx: Db, id: number, cursor: number): Promise<void> {
  await tx.update(campaigns).set({ cursor }).where(eq(campaigns.id, id))
}

export async function markAddressed(tx: Db, id: number, now: Date): Promise<void> {
  await tx.update(campaigns).set({ addressedAt: now }).where(eq(campaigns.id, id))
}

const isWaiting = and(isNull(pushDeliveries.sentAt), isNull(pushDeliveries.droppedAt))

/** Cancels the campaigns of a notice and drops their unsent deliveries. */
export async function cancelCampaignsOf(tx: Db, noticeId: number, now: Date): Promise<void> {
  const unsent = tx
    .select({ id: pushDeliveries.id })
    .from(pushDeliveries)
    .where(and(eq(pushDeliveries.campaignId, campaigns.id), isWaiting))
  await tx
    .update(campaigns)
    .set({ cancelledAt: now })
    .where(
      and(
        eq(campaigns.noticeId, noticeId),
        isNull(campaigns.cancelledAt),
        or(isNull(campaigns.addressedAt), exists(unsent)),
      ),
    )
  const ofNotice = tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.noticeId, noticeId))
  await tx
    .update(pushDeliveries)
    .set({ droppedAt: now, lastError: 'withdrawn' })
    .where(and(inArray(pushDeliveries.campaignId, ofNotice), isWaiting))
}

export type CampaignProgress = Awaited<ReturnType<typeof findCampaigns>>['rows'][number]

export async function findCampaigns(
  db: Db,
  { id }: { id?: number },
  page: { size: number; offset: number },
) {
  const where = id === undefined ? undefined : eq(campaigns.id, id)
  const totalCount = await db.$count(campaigns, where)
  const deliveries = db
    .select({
      sent: count(pushDeliveries.sentAt).as('sent'),
      dropped: count(pushDeliveries.droppedAt).as('dropped'),
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number).as('waiting'),
    })
    .from(pushDeliveries)
    .where(eq(pushDeliveries.campaignId, campaigns.id))
    .as('deliveries')
  const rows = await db
    .select({
      id: campaigns.id,
      noticeId: campaigns.noticeId,
      code: campaigns.code,
      title: notices.titleEn,
      audience: campaigns.audience,
      startedBy: campaigns.startedBy,
      dueAt: campaigns.dueAt,
      addressedAt: campaigns.addressedAt,
      cancelledAt: campaigns.cancelledAt,
      sent: sql`${campaigns.pastSent} + ${deliveries.sent}`.mapWith(Number),
      waiting: deliveries.waiting,
      dropped: sql`${campaigns.pastDropped} + ${deliveries.dropped}`.mapWith(Number),
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
    rows: rows.map(({ addressedAt, cancelledAt, ...row }) => {
      const devices = row.sent + row.waiting + row.dropped
      const state = stateOf({ addressedAt, cancelledAt, devices, waiting: row.waiting })
      return { ...row, devices, state }
    }),
  }
}

type Progress = Pick<CampaignRow, 'addressedAt' | 'cancelledAt'> & {
  devices: number
  waiting: number
}

type State = 'WAITING' | 'SENDING' | 'DONE' | 'CANCELLED'

function stateOf({ addressedAt, cancelledAt, devices, waiting }: Progress): State {
  if (cancelledAt) return 'CANCELLED'
  if (addressedAt) return waiting === 0 ? 'DONE' : 'SENDING'
  return devices === 0 ? 'WAITING' : 'SENDING'
}
