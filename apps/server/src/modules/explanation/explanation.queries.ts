import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import { missionCompletions, spinCommitments } from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import {
  roundRewards,
  roundStandings,
  seasonRounds,
  seasons,
} from '#/modules/season/season.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { numberOrNull } from '#/platform/process/expressions.ts'

type OfMember = { memberId: number }

export type HistoryEntry = NonNullable<Awaited<ReturnType<typeof findHistoryEntry>>>

/** Returns a history entry of the member with the order that it belongs to. */
export async function findHistoryEntry(db: Db, of: OfMember & { historyId: number }) {
  const refund = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.historyId, histories.id))
    .limit(1)
  const [row] = await db
    .select({
      id: histories.id,
      seasonId: histories.seasonId,
      kind: histories.kind,
      missionId: histories.missionId,
      roundId: histories.roundId,
      xp: histories.xp,
      tickets: histories.tickets,
      status: histories.status,
      data: histories.data,
      createdAt: histories.createdAt,
      orderId: orders.id,
      orderState: orders.state,
      payType: orders.payType,
      quantity: orders.quantity,
      price: orders.price,
      symbol: orders.symbol,
      decimals: orders.decimals,
      givesXp: orders.givesXp,
      givesTickets: orders.givesTickets,
      ledgerTransaction: orders.ledgerTransaction,
      productName: products.name,
      refundId: sql`${refund}`.mapWith(numberOrNull),
    })
    .from(histories)
    .leftJoin(orders, eq(orders.historyId, histories.id))
    .leftJoin(products, eq(products.id, orders.productId))
    .where(and(eq(histories.id, of.historyId), eq(histories.memberId, of.memberId)))
  return row
}

/** Returns the revealed commitment that drew the prize of a history entry. */
export async function findDraw(db: Db, of: OfMember & { seasonId: number; historyId: number }) {
  const { nonce, commitment, odds, serverSeed, clientSeed } = spinCommitments
  const [row] = await db
    .select({ nonce, commitment, odds, serverSeed, clientSeed })
    .from(spinCommitments)
    .where(
      and(
        eq(spinCommitments.seasonId, of.seasonId),
        eq(spinCommitments.memberId, of.memberId),
        eq(spinCommitments.historyId, of.historyId),
      ),
    )
  return row
}

/** Returns the slot of the completion that a history entry records; it is part of its ledger key. */
export async function findSlot(
  db: Db,
  of: OfMember & { seasonId: number; missionId: number; historyId: number },
): Promise<string | undefined> {
  const [row] = await db
    .select({ slot: missionCompletions.slot })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, of.seasonId),
        eq(missionCompletions.memberId, of.memberId),
        eq(missionCompletions.missionId, of.missionId),
        eq(missionCompletions.historyId, of.historyId),
      ),
    )
  return row?.slot
}

/** Returns the history entry that records a completion or a spin. */
export async function findHistoryOfMission(
  db: Db,
  of: OfMember & { seasonId: number; missionId: number; slot: string },
): Promise<number | undefined> {
  const nonce = /^nonce-(\d{1,9})$/.exec(of.slot)?.[1]
  const [row] = nonce
    ? await db
        .select({ historyId: spinCommitments.historyId })
        .from(spinCommitments)
        .where(
          and(
            eq(spinCommitments.seasonId, of.seasonId),
            eq(spinCommitments.memberId, of.memberId),
            eq(spinCommitments.nonce, Number(nonce)),
          ),
        )
    : await db
        .select({ historyId: missionCompletions.historyId })
        .from(missionCompletions)
        .where(
          and(
            eq(missionCompletions.seasonId, of.seasonId),
            eq(missionCompletions.memberId, of.memberId),
            eq(missionCompletions.missionId, of.missionId),
            eq(missionCompletions.slot, of.slot),
          ),
        )
  return row?.historyId ?? undefined
}

/** Returns the history entry of a claimed invite reward. */
export async function findHistoryOfClaim(
  db: Db,
  of: OfMember & { seasonId: number; type: string },
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: histories.id })
    .from(histories)
    .where(
      and(
        eq(histories.memberId, of.memberId),
        eq(histories.seasonId, of.seasonId),
        eq(histories.tab, 'Earned'),
        sql`${histories.data} ->> 'type' = ${of.type}`,
      ),
    )
    .limit(1)
  return row?.id
}

export async function findHistoryOfOrder(
  db: Db,
  of: OfMember & { orderId: number },
): Promise<number | undefined> {
  const [row] = await db
    .select({ historyId: orders.historyId })
    .from(orders)
    .where(and(eq(orders.id, of.orderId), eq(orders.memberId, of.memberId)))
  return row?.historyId ?? undefined
}

/** Returns the token that a season pays. */
export async function findRewardToken(
  db: Db,
  seasonId: number | undefined,
): Promise<{ symbol: string; decimals: number } | undefined> {
  if (seasonId === undefined) return undefined
  const [row] = await db
    .select({ symbol: seasons.rewardSymbol, decimals: seasons.rewardDecimals })
    .from(seasons)
    .where(eq(seasons.id, seasonId))
  return row
}

export type RoundFacts = NonNullable<Awaited<ReturnType<typeof findRoundFacts>>>

/** Returns a round of a published season with what it stored about the member. */
export async function findRoundFacts(db: Db, of: OfMember & { roundId: number }) {
  const payout = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.key, `round:${of.roundId}:${of.memberId}`),
        // A parameter would not match the partial index.
        ne(payouts.state, 'FAILED').inlineParams(),
      ),
    )
  const [row] = await db
    .select({
      roundId: seasonRounds.id,
      seasonId: seasonRounds.seasonId,
      number: seasonRounds.number,
      startAt: seasonRounds.startAt,
      endAt: seasonRounds.endAt,
      pool: seasonRounds.pool,
      settledAt: seasonRounds.settledAt,
      allXp: seasonRounds.settlingXp,
      members: seasonRounds.rewardedMembers,
      settledVersion: seasonRounds.settledVersion,
      settledRule: seasonRounds.settledRule,
      xp: roundStandings.xp,
      checkInDays: roundStandings.checkInDays,
      reward: roundRewards.amount,
      state: roundRewards.state,
      data: histories.data,
      decidedAt: histories.createdAt,
      payoutId: sql`${payout}`.mapWith(numberOrNull),
    })
    .from(seasonRounds)
    .innerJoin(seasons, and(eq(seasons.id, seasonRounds.seasonId), eq(seasons.state, 'PUBLISHED')))
    .leftJoin(
      roundStandings,
      and(eq(roundStandings.roundId, seasonRounds.id), eq(roundStandings.memberId, of.memberId)),
    )
    .leftJoin(
      roundRewards,
      and(eq(roundRewards.roundId, seasonRounds.id), eq(roundRewards.memberId, of.memberId)),
    )
    .leftJoin(histories, eq(histories.id, roundRewards.historyId))
    .where(eq(seasonRounds.id, of.roundId))
  return row
}

/** Returns the days of a period on which the member checked in, in order. */
export async function findCheckInDays(
  db: Db,
  of: OfMember & { seasonId: number; startAt: Date; endAt: Date },
): Promise<string[]> {
  const rows = await db
    .select({ day: missionCompletions.day })
    .from(missionCompletions)
    .innerJoin(histories, eq(histories.id, missionCompletions.historyId))
    .where(
      and(
        eq(missionCompletions.seasonId, of.seasonId),
        eq(missionCompletions.memberId, of.memberId),
        eq(missionCompletions.missionId, CHECK_IN_ID),
        gte(histories.createdAt, of.startAt),
        lt(histories.createdAt, of.endAt),
      ),
    )
    .orderBy(asc(missionCompletions.day))
  return rows.map(({ day }) => day)
}
