import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { members } from './users.table.ts'

export type MemberRow = typeof members.$inferSelect

export async function findMemberById(db: Db, id: number): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id))
  return row
}

export async function findMemberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.email, email))
  return row
}

const lockById = prepared('users.lock', (db, { id }: Params<{ id: number }>) =>
  db.select().from(members).where(eq(members.id, id)).for('no key update'),
)

/**
 * Locks the member more weakly than `for update`, so that rows that reference the member, such as
 * ledger entries, can still be written.
 */
export async function lockMemberRow(db: Db, id: number): Promise<MemberRow | undefined> {
  const [row] = await lockById(db, { id })
  return row
}

/** Blocks changes of the member until this transaction ends. */
export async function shareMemberRow(db: Db, id: number): Promise<void> {
  await db.select({ id: members.id }).from(members).where(eq(members.id, id)).for('share')
}

export async function findMemberIdByReferralCode(
  db: Db,
  code: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.referralCode, code), isNull(members.deletedAt)))
  return row?.id
}

export async function isNicknameTaken(db: Db, nickname: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    // The database generates this column, which has the unique index.
    .where(eq(sql`nickname_key`, sql`lower(${nickname})`))
  return rows.length > 0
}

export async function insertMember(db: Db, row: typeof members.$inferInsert): Promise<MemberRow> {
  const [inserted] = await db.insert(members).values(row).returning()
  if (!inserted) throw new Error('Inserting the member returned no row')
  return inserted
}

/**
 * Updates a member unless the member is deleted, so that late requests cannot change a deleted
 * account.
 */
export async function updateMemberRow(
  db: Db,
  id: number,
  change: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await db
    .update(members)
    .set(change)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
}

/**
 * Also freezes a deleted member, because outstanding payouts may be held after the deletion. A
 * later report changes nothing.
 */
export async function setPayoutsFrozen(db: Db, id: number, frozenAt: Date): Promise<void> {
  await db
    .update(members)
    .set({ payoutsFrozenAt: frozenAt })
    .where(and(eq(members.id, id), isNull(members.payoutsFrozenAt)))
}

export async function clearPayoutsFrozen(db: Db, id: number): Promise<void> {
  await db.update(members).set({ payoutsFrozenAt: null }).where(eq(members.id, id))
}

/**
 * Sets the referrer only if there is none yet, so that one of two tabs that enter a code
 * concurrently wins.
 */
export async function setReferrer(
  db: Db,
  id: number,
  referral: { referredBy: number; referredAt: Date },
): Promise<boolean> {
  const rows = await db
    .update(members)
    .set(referral)
    .where(and(eq(members.id, id), isNull(members.referredBy), isNull(members.deletedAt)))
    .returning({ id: members.id })
  return rows.length === 1
}
