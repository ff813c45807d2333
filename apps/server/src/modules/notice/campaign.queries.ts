import { and, desc, eq, exists, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { pushDeliveries } from '#/modules/push/push.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { campaignCounts, campaigns, notices } from './notice.table.ts'

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

/** Counts the campaigns that operators started themselves; maintenance announces itself. */
export function countOperatorCampaignsSince(tx: Db, since: Date): Promise<number> {
  return tx.$count(campaigns, and(eq(campaigns.code, 'NOTICE'), gt(campaigns.createdAt, since)))
}

/**
 * Locks the campaign for one worker; another worker with the same job waits and then reads the new
 * cursor. The lock does not exclude the foreign key of the counts, which marking a push may insert.
 */
export async function lockCampaign(tx: Db, id: number): Promise<CampaignRow | undefined> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update')
  return row
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
  // Workers that mark these deliveries lock them in the same order.
  const locked = tx.$with('locked').as(
    tx
      .select({ id: pushDeliveries.id })
      .from(pushDeliveries)
      .where(and(inArray(pushDeliveries.campaignId, ofNotice), isWaiting))
      .orderBy(pushDeliveries.id)
      .for('update'),
  )
  await tx
    .with(locked)
    .update(pushDeliveries)
    .set({ droppedAt: now, lastError: 'withdrawn' })
    .from(locked)
    .where(eq(pushDeliveries.id, locked.id))
}

export type CampaignProgress = Awaited<ReturnType<typeof findCampaigns>>['rows'][number]

export async function findCampaigns(
  db: Db,
  { id }: { id?: number },
  page: { size: number; offset: number },
) {
  const where = id === undefined ? undefined : eq(campaigns.id, id)
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
      startedBy: campaigns.startedBy,
      dueAt: campaigns.dueAt,
      addressedAt: campaigns.addressedAt,
      cancelledAt: campaigns.cancelledAt,
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
