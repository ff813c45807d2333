import { and, desc, eq, gt, isNull, lte, max, sql } from 'drizzle-orm'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { sessions } from '#/modules/session/session.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import { instantOrNull } from '#/platform/process/columns.ts'
import type { Db } from '#/platform/process/db.ts'
import { memberNotes } from './member.table.ts'

/** Returns the address of a member; null if it was erased with the account. */
export async function findEmail(
  db: Db,
  memberId: number,
): Promise<{ email: string | null } | undefined> {
  const [row] = await db
    .select({ email: members.email, deletedAt: members.deletedAt })
    .from(members)
    .where(eq(members.id, memberId))
  return row && { email: row.deletedAt === null ? row.email : null }
}

/** Returns the account with its open sessions and how many entries each tab of its page lists. */
export async function findHeader(db: Db, memberId: number, now: Date) {
  const isOpen = and(
    eq(sessions.memberId, memberId),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
  )
  const lastUse = db
    .select({ at: max(sessions.rotatedAt) })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
  const [row] = await db
    .select({
      userId: members.id,
      email: members.email,
      nickname: members.nickname,
      walletAddress: members.walletAddress,
      status: members.status,
      createdAt: members.createdAt,
      deletedAt: members.deletedAt,
      language: members.language,
      payoutsFrozenAt: members.payoutsFrozenAt,
      openSessions: db.$count(sessions, isOpen),
      lastSeenAt: sql`${lastUse}`.mapWith(instantOrNull),
      orders: db.$count(orders, eq(orders.memberId, memberId)),
      payouts: db.$count(payouts, eq(payouts.memberId, memberId)),
      notes: db.$count(memberNotes, eq(memberNotes.memberId, memberId)),
    })
    .from(members)
    .where(eq(members.id, memberId))
  return row
}

export function findBalances(db: Db, memberId: number) {
  return db
    .select({
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      balance: sql<string>`${ledgerAccounts.balance}::text`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.memberId, memberId))
    .orderBy(ledgerAccounts.asset, ledgerAccounts.scope)
}

/** Returns the running season, or else the last one that ran. */
export async function findCurrentSeason(db: Db, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ id: seasons.id })
    .from(seasons)
    .where(and(eq(seasons.state, 'PUBLISHED').inlineParams(), lte(seasons.startAt, now)))
    .orderBy(desc(seasons.startAt))
    .limit(1)
  return row?.id
}
