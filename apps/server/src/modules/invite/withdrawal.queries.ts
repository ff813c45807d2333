import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { WithdrawalFailure } from '@solstice/rules/invite'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, type PageQuery } from '#/platform/process/page.ts'
import { inviteWithdrawals } from './invite.table.ts'

export type WithdrawalRow = typeof inviteWithdrawals.$inferSelect

export async function insertWithdrawal(
  tx: Db,
  fresh: Omit<WithdrawalRow, 'id' | 'status' | 'txHash' | 'failure'>,
): Promise<WithdrawalRow> {
  const [row] = await tx
    .insert(inviteWithdrawals)
    .values({ ...fresh, status: 'REQUESTED' })
    .returning()
  if (!row) throw new Error('Inserting the withdrawal returned no row')
  return row
}

export async function findWithdrawals(
  db: Db,
  { memberId, page, size }: PageQuery & { memberId: number },
): Promise<{ withdrawals: WithdrawalRow[]; totalCount: number }> {
  const ofMember = eq(inviteWithdrawals.memberId, memberId)
  const [withdrawals, totalCount] = await Promise.all([
    db
      .select()
      .from(inviteWithdrawals)
      .where(ofMember)
      .orderBy(desc(inviteWithdrawals.id))
      .limit(size)
      .offset(offsetOf({ page, size })),
    db.$count(inviteWithdrawals, ofMember),
  ])
  return { withdrawals, totalCount }
}

/** Returns the withdrawals with a smaller id, newest first, without counting them. */
export function findWithdrawalsBefore(
  db: Db,
  { memberId, beforeId, size }: { memberId: number; beforeId: number | undefined; size: number },
): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(inviteWithdrawals)
    .where(
      and(
        eq(inviteWithdrawals.memberId, memberId),
        beforeId === undefined ? undefined : lt(inviteWithdrawals.id, beforeId),
      ),
    )
    .orderBy(desc(inviteWithdrawals.id))
    .limit(size)
}

/** Sums the withdrawals that have not failed, of one day and in total. */
export async function sumWithdrawn(
  db: Db,
  memberId: number,
  today: ProgrammeDay,
): Promise<{ today: bigint; total: bigint }> {
  const { amount, day, status } = inviteWithdrawals
  const [row] = await db
    .select({
      today: sql`coalesce(sum(${amount}) filter (where ${day} = ${today}::date), 0)`.mapWith(
        amount,
      ),
      total: sql`coalesce(sum(${amount}), 0)`.mapWith(amount),
    })
    .from(inviteWithdrawals)
    .where(and(eq(inviteWithdrawals.memberId, memberId), ne(status, 'FAILED')))
  return row ?? { today: 0n, total: 0n }
}

/**
 * Advances the status; confirmed and failed withdrawals never change. Returns undefined if nothing
 * changed.
 */
export async function advanceWithdrawal(
  tx: Db,
  id: number,
  to: { status: Exclude<WithdrawalRow['status'], 'REQUESTED'>; txHash?: string },
): Promise<WithdrawalRow | undefined> {
  const [row] = await tx
    .update(inviteWithdrawals)
    .set({ status: to.status, txHash: to.txHash })
    .where(
      and(eq(inviteWithdrawals.id, id), inArray(inviteWithdrawals.status, ['REQUESTED', 'SENT'])),
    )
    .returning()
  return row
}

export async function noteFailure(tx: Db, id: number, failure: WithdrawalFailure): Promise<void> {
  await tx.update(inviteWithdrawals).set({ failure }).where(eq(inviteWithdrawals.id, id))
}

/** Returns whether the withdrawal goes to the wallet that its member has connected now. */
export async function isWalletConnected(tx: Db, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: inviteWithdrawals.id })
    .from(inviteWithdrawals)
    .innerJoin(members, eq(members.id, inviteWithdrawals.memberId))
    .where(and(eq(inviteWithdrawals.id, id), eq(inviteWithdrawals.address, members.walletAddress)))
  return rows.length > 0
}

export async function clearAddresses(tx: Db, memberId: number): Promise<void> {
  await tx
    .update(inviteWithdrawals)
    .set({ address: null })
    .where(eq(inviteWithdrawals.memberId, memberId))
}
