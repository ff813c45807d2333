import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { spinCommitments } from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { seasonRounds } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import type { HistoryTab } from '#/platform/books/histories.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'

export type HistoryRow = Awaited<ReturnType<typeof selectHistories>>[number]

function selectHistories(db: Db) {
  const request = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.historyId, histories.id))
  return db
    .select({
      id: histories.id,
      tab: histories.tab,
      kind: histories.kind,
      missionId: histories.missionId,
      productId: orders.productId,
      userProductId: orders.id,
      productName: products.name,
      orderState: orders.state,
      refundRequested: sql<boolean>`exists ${request}`,
      roundNumber: seasonRounds.number,
      xp: histories.xp,
      tickets: histories.tickets,
      reward: histories.reward,
      status: histories.status,
      txHash: histories.txHash,
      data: histories.data,
      createdAt: histories.createdAt,
    })
    .from(histories)
    .leftJoin(orders, eq(orders.historyId, histories.id))
    .leftJoin(products, eq(products.id, orders.productId))
    .leftJoin(seasonRounds, eq(seasonRounds.id, histories.roundId))
}

type Paged = PageQuery & { seasonId: number; memberId: number }

export async function findHistories(
  db: Db,
  { seasonId, memberId, tab, page, size }: Paged & { tab: HistoryTab },
): Promise<{ histories: HistoryRow[]; totalCount: number }> {
  const where = and(
    eq(histories.memberId, memberId),
    eq(histories.seasonId, seasonId),
    eq(histories.tab, tab),
  )
  const [found, totalCount] = await Promise.all([
    selectHistories(db)
      .where(where)
      .orderBy(desc(histories.id))
      .limit(size)
      .offset(offsetOf({ page, size })),
    db.$count(histories, where),
  ])
  return { histories: found, totalCount }
}

/** Returns the entries with a smaller id, newest first, without counting them. */
export function findHistoriesBefore(
  db: Db,
  of: { seasonId: number; memberId: number; tab: HistoryTab; beforeId: number | undefined },
  size: number,
): Promise<HistoryRow[]> {
  return selectHistories(db)
    .where(
      and(
        eq(histories.memberId, of.memberId),
        eq(histories.seasonId, of.seasonId),
        eq(histories.tab, of.tab),
        of.beforeId === undefined ? undefined : lt(histories.id, of.beforeId),
      ),
    )
    .orderBy(desc(histories.id))
    .limit(size)
}

type OneHistory = { seasonId: number; memberId: number; historyId: number }

export async function findHistory(db: Db, of: OneHistory): Promise<HistoryRow | undefined> {
  const [row] = await selectHistories(db).where(
    and(
      eq(histories.id, of.historyId),
      eq(histories.memberId, of.memberId),
      eq(histories.seasonId, of.seasonId),
    ),
  )
  return row
}

/** Returns the revealed spin of a history entry. */
export async function findSpinOfHistory(db: Db, of: OneHistory) {
  const [row] = await db
    .select({
      nonce: spinCommitments.nonce,
      commitment: spinCommitments.commitment,
      odds: spinCommitments.odds,
      serverSeed: spinCommitments.serverSeed,
      clientSeed: spinCommitments.clientSeed,
      prizeIndex: spinCommitments.prizeIndex,
      usedTicket: spinCommitments.usedTicket,
    })
    .from(spinCommitments)
    .where(
      and(
        eq(spinCommitments.seasonId, of.seasonId),
        eq(spinCommitments.memberId, of.memberId),
        eq(spinCommitments.historyId, of.historyId),
      ),
    )
  if (!row) return undefined
  const { serverSeed, clientSeed, prizeIndex, usedTicket } = row
  if (serverSeed === null || clientSeed === null || prizeIndex === null || usedTicket === null) {
    throw new Error(`The spin of history entry ${of.historyId} is not revealed`)
  }
  return { ...row, serverSeed, clientSeed, prizeIndex, usedTicket }
}
