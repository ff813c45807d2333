import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  incomingDeposits,
  walletChallenges,
  walletRegistrations,
  walletTransactions,
} from './wallet.table.ts'

export type RegistrationMethod = (typeof walletRegistrations.$inferSelect)['method']
type Challenge = typeof walletChallenges.$inferSelect

export async function insertChallenge(db: Db, challenge: Omit<Challenge, 'usedAt'>): Promise<void> {
  const { nonce, purpose, memberId, address, origin, issuedAt } = challenge
  await db.insert(walletChallenges).values({ nonce, purpose, memberId, address, origin, issuedAt })
}

export async function findChallenge(
  db: Db,
  memberId: number,
  nonce: string,
): Promise<Challenge | undefined> {
  const [challenge] = await db
    .select()
    .from(walletChallenges)
    .where(and(eq(walletChallenges.nonce, nonce), eq(walletChallenges.memberId, memberId)))
  return challenge
}

export async function markChallengeUsed(db: Db, nonce: string, at: Date): Promise<void> {
  await db.update(walletChallenges).set({ usedAt: at }).where(eq(walletChallenges.nonce, nonce))
}

/** Deletes expired challenges, which prove nothing any more. */
export async function deleteChallenges(
  db: Db,
  memberId: number,
  issuedBefore: Date,
): Promise<void> {
  await db
    .delete(walletChallenges)
    .where(
      and(eq(walletChallenges.memberId, memberId), lte(walletChallenges.issuedAt, issuedBefore)),
    )
}

export async function insertRegistration(
  db: Db,
  registration: { memberId: number; address: string; method: RegistrationMethod; at: Date },
): Promise<void> {
  const { memberId, address, method, at } = registration
  await db.insert(walletRegistrations).values({ memberId, address, method, registeredAt: at })
}

export async function endRegistration(db: Db, memberId: number, at: Date): Promise<void> {
  await db
    .update(walletRegistrations)
    .set({ disconnectedAt: at })
    .where(
      and(eq(walletRegistrations.memberId, memberId), isNull(walletRegistrations.disconnectedAt)),
    )
}

export async function findLastAddress(db: Db, memberId: number): Promise<string | undefined> {
  const [last] = await db
    .select({ address: walletRegistrations.address })
    .from(walletRegistrations)
    .where(eq(walletRegistrations.memberId, memberId))
    .orderBy(desc(walletRegistrations.id))
    .limit(1)
  return last?.address
}

/** Reads wallet and time in one statement, so that they always belong together. */
export async function findWallet(
  db: Db,
  memberId: number,
): Promise<{ address: string | null; registeredAt: Date | null } | undefined> {
  const [wallet] = await db
    .select({ address: members.walletAddress, registeredAt: walletRegistrations.registeredAt })
    .from(members)
    .leftJoin(
      walletRegistrations,
      and(
        eq(walletRegistrations.memberId, members.id),
        isNull(walletRegistrations.disconnectedAt),
        eq(walletRegistrations.address, members.walletAddress),
      ),
    )
    .where(eq(members.id, memberId))
  return wallet
}

export async function deleteWalletRows(db: Db, memberId: number): Promise<void> {
  await db.delete(walletChallenges).where(eq(walletChallenges.memberId, memberId))
  await db.delete(walletRegistrations).where(eq(walletRegistrations.memberId, memberId))
  await db.delete(walletTransactions).where(eq(walletTransactions.memberId, memberId))
  await db.delete(incomingDeposits).where(eq(incomingDeposits.memberId, memberId))
}
