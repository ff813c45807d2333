import { and, count, desc, eq, gte, inArray, not, sql } from 'drizzle-orm'
import { payouts } from '#/modules/payout/payout.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { relaySends } from './relay.table.ts'

export type RelayRow = typeof relaySends.$inferSelect
export type NewRelaySend = Omit<
  typeof relaySends.$inferInsert,
  'id' | 'payoutId' | 'state' | 'failure' | 'txHash' | 'endedAt' | 'intent' | 'permit'
> & { intent: Buffer; permit: Buffer }

const isUnderWay = inArray(relaySends.state, ['QUEUED', 'SENT'])

type IntentName = { chainId: number; relay: string; owner: string; nonce: bigint }

/** Returns true while a send of this token is under way: the next permit would have the same nonce. */
export async function hasOpenSend(
  db: Db,
  of: { memberId: number; chainId: number; token: string },
): Promise<boolean> {
  const open = await db
    .select({ id: relaySends.id })
    .from(relaySends)
    .where(
      and(
        eq(relaySends.memberId, of.memberId),
        eq(relaySends.chainId, of.chainId),
        eq(relaySends.token, of.token),
        isUnderWay,
      ),
    )
    .limit(1)
  return open.length > 0
}

export async function findByIntent(db: Db, of: IntentName): Promise<RelayRow | undefined> {
  const [row] = await db
    .select()
    .from(relaySends)
    .where(
      and(
        eq(relaySends.chainId, of.chainId),
        eq(relaySends.relay, of.relay),
        eq(relaySends.owner, of.owner),
        eq(relaySends.nonce, of.nonce),
      ),
    )
  return row
}

export async function insertSend(tx: Db, send: NewRelaySend): Promise<RelayRow> {
  const [row] = await tx
    .insert(relaySends)
    .values({ ...send, state: 'QUEUED' })
    .returning()
  if (!row) throw new Error('Inserting the send returned no row')
  return row
}

export async function setPayout(tx: Db, sendId: number, payoutId: number): Promise<void> {
  await tx.update(relaySends).set({ payoutId }).where(eq(relaySends.id, sendId))
}

export async function findSend(db: Db, sendId: number): Promise<RelayRow | undefined> {
  const [row] = await db.select().from(relaySends).where(eq(relaySends.id, sendId))
  return row
}

export function findSendsUnderWay(db: Db, memberId: number): Promise<RelayRow[]> {
  return db
    .select()
    .from(relaySends)
    .where(and(eq(relaySends.memberId, memberId), isUnderWay))
    .orderBy(relaySends.id)
}

export async function setSent(tx: Db, sendId: number, txHash: string): Promise<void> {
  await tx.update(relaySends).set({ state: 'SENT', txHash }).where(eq(relaySends.id, sendId))
}

type End = { at: Date; txHash?: string } & (
  | { state: 'DONE' }
  | { state: 'FAILED'; failure: NonNullable<RelayRow['failure']> }
)

/** Ends a send and erases its signatures, which nobody needs any more. */
export async function endSend(tx: Db, sendId: number, { at, ...end }: End): Promise<void> {
  await tx
    .update(relaySends)
    .set({ ...end, endedAt: at, ...NO_SIGNATURES })
    .where(eq(relaySends.id, sendId))
}

const NO_SIGNATURES = { intent: null, permit: null }

/** Erases the signatures of ended sends, which a server of an earlier release may have left. */
export async function eraseSignatures(tx: Db, memberId: number): Promise<void> {
  await tx
    .update(relaySends)
    .set(NO_SIGNATURES)
    .where(and(eq(relaySends.memberId, memberId), not(isUnderWay)))
}

const isFailed = eq(relaySends.state, 'FAILED')
const isRejected = eq(relaySends.failure, 'REJECTED')

/**
 * Counts the sends of a member in a month: those that use the quota, of which some are under way, and
 * those that failed on chain.
 */
export async function countSends(
  db: Db,
  of: { memberId: number; month: string },
): Promise<{ used: number; underWay: number; failed: number }> {
  const [counted] = await db
    .select({
      used: sql`count(*) filter (where not ${isFailed})`.mapWith(Number),
      underWay: sql`count(*) filter (where ${isUnderWay})`.mapWith(Number),
      failed: sql`count(*) filter (where ${isRejected})`.mapWith(Number),
    })
    .from(relaySends)
    .where(and(eq(relaySends.memberId, of.memberId), eq(relaySends.month, of.month)))
  return counted ?? { used: 0, underWay: 0, failed: 0 }
}

/**
 * Sums the fees of the sends of a chain since an instant: paid ones, the highest possible ones if that is
 * unknown, and none for sends that failed without a transaction.
 */
export async function sumFees(
  db: Db,
  { chainId, since }: { chainId: number; since: Date },
): Promise<{ fees: bigint; sends: number }> {
  const unpaid = sql`case when ${isFailed} and ${relaySends.txHash} is null then 0 else ${relaySends.feeMax} end`
  const [summed] = await db
    .select({
      fees: sql`coalesce(sum(coalesce(${payouts.fee}, ${unpaid})), 0)`.mapWith(relaySends.feeMax),
      sends: count(),
    })
    .from(relaySends)
    .leftJoin(payouts, eq(payouts.id, relaySends.payoutId))
    .where(and(eq(relaySends.chainId, chainId), gte(relaySends.createdAt, since)))
  return summed ?? { fees: 0n, sends: 0 }
}

export async function findSendPage(
  db: Db,
  memberId: number,
  { size, offset }: { size: number; offset: number },
): Promise<{ rows: RelayRow[]; totalCount: number }> {
  const isOwn = eq(relaySends.memberId, memberId)
  const rows = await db
    .select()
    .from(relaySends)
    .where(isOwn)
    .orderBy(desc(relaySends.id))
    .limit(size)
    .offset(offset)
  const [counted] = await db.select({ totalCount: count() }).from(relaySends).where(isOwn)
  return { rows, totalCount: counted?.totalCount ?? 0 }
}
