import { sql } from 'drizzle-orm'
import type { ChallengePurpose } from '@solstice/rules/wallet'
import { rowsOf, type Db } from '#/platform/db.ts'

export type RegistrationMethod = 'CREATE' | 'IMPORT'

export type ChallengeRow = {
  nonce: string
  purpose: ChallengePurpose
  address: string
  origin: string
  issuedAt: Date
  usedAt: Date | null
}

export async function insertChallenge(
  db: Db,
  challenge: Omit<ChallengeRow, 'usedAt'> & { memberId: number },
): Promise<void> {
  const { nonce, purpose, memberId, address, origin, issuedAt } = challenge
  await db.execute(sql`insert into wallet_challenges (nonce, purpose, member_id, address, origin, issued_at)
    values (${nonce}, ${purpose}, ${memberId}, ${address}, ${origin},
      ${issuedAt.toISOString()}::timestamptz)`)
}

export async function findChallenge(
  db: Db,
  memberId: number,
  nonce: string,
): Promise<ChallengeRow | undefined> {
  const [row] = await rowsOf<{
    nonce: string
    purpose: ChallengePurpose
    address: string
    origin: string
    issued_at: string | Date
    used_at: string | Date | null
  }>(
    db,
    sql`select nonce, purpose, address, origin, issued_at, used_at from wallet_challenges
      where nonce = ${nonce} and member_id = ${memberId}`,
  )
  if (!row) return undefined
  const { purpose, address, origin } = row
  const usedAt = row.used_at === null ? null : new Date(row.used_at)
  return { nonce, purpose, address, origin, issuedAt: new Date(row.issued_at), usedAt }
}

export async function markChallengeUsed(db: Db, nonce: string, at: Date): Promise<void> {
  await db.execute(sql`update wallet_challenges set used_at = ${at.toISOString()}::timestamptz
    where nonce = ${nonce}`)
}

/** Expired ones prove nothing any more. */
export async function deleteChallenges(
  db: Db,
  memberId: number,
  issuedBefore: Date,
): Promise<void> {
  await db.execute(sql`delete from wallet_challenges where member_id = ${memberId}
    and issued_at <= ${issuedBefore.toISOString()}::timestamptz`)
}

export async function insertRegistration(
  db: Db,
  registration: { memberId: number; address: string; method: RegistrationMethod; at: Date },
): Promise<void> {
  const { memberId, address, method, at } = registration
  await db.execute(sql`insert into wallet_registrations (member_id, address, method, registered_at)
    values (${memberId}, ${address}, ${method}, ${at.toISOString()}::timestamptz)`)
}

export async function endRegistration(db: Db, memberId: number, at: Date): Promise<void> {
  await db.execute(sql`update wallet_registrations set disconnected_at = ${at.toISOString()}::timestamptz
    where member_id = ${memberId} and disconnected_at is null`)
}

export async function findLastAddress(db: Db, memberId: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ address: string }>(
    db,
    sql`select address from wallet_registrations where member_id = ${memberId}
      order by id desc limit 1`,
  )
  return row?.address
}

/** Both from one statement: a wallet is never told with another one's time. */
export async function findWallet(
  db: Db,
  memberId: number,
): Promise<{ address: string | null; registeredAt: Date | null } | undefined> {
  const [row] = await rowsOf<{ address: string | null; at: string | Date | null }>(
    db,
    sql`select m.wallet_address as address, r.registered_at as at from members m
      left join wallet_registrations r on r.member_id = m.id and r.disconnected_at is null
        and r.address = m.wallet_address
      where m.id = ${memberId}`,
  )
  return row && { address: row.address, registeredAt: row.at === null ? null : new Date(row.at) }
}

export async function deleteWalletRows(db: Db, memberId: number): Promise<void> {
  await db.execute(sql`delete from wallet_challenges where member_id = ${memberId}`)
  await db.execute(sql`delete from wallet_registrations where member_id = ${memberId}`)
  await db.execute(sql`delete from wallet_transactions where member_id = ${memberId}`)
  await db.execute(sql`delete from incoming_deposits where member_id = ${memberId}`)
}
