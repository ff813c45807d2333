import { and, countDistinct, eq, gte, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { missionCompletions } from '#/modules/mission/mission.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { walletRegistrations } from '#/modules/wallet/wallet.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList, numberOrNull, textList } from '#/platform/process/expressions.ts'
import { countExcusedDays } from './excused-days.queries.ts'
import { inviteBudgets, inviteReferrals } from './invite.table.ts'

export const QUALIFY_FRIEND = 'invite.qualify'

/**
 * Enqueues the qualification check as part of the statement that changes the member. Enqueues
 * nothing for members who cannot be a qualified friend yet.
 */
export function qualificationInsert(memberId: number, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  // Raw SQL: the builder would also insert the identity column of jobs.
  return sql`insert into jobs (kind, payload, due_at, created_at)
    select ${QUALIFY_FRIEND}, jsonb_build_object('friendId', m.id), ${at}, ${at}
    from members m where m.id = ${memberId} and m.referred_by is not null
      and m.wallet_address is not null
      and not exists (select 1 from invite_referrals r where r.friend_id = m.id)`
}

/** Enqueues the check for those of the members who may have become a qualified friend. */
export async function insertQualifications(
  tx: Db,
  memberIds: readonly number[],
  now: Date,
): Promise<void> {
  if (memberIds.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  // Raw SQL: the builder would also insert the identity column of jobs.
  await tx.execute(sql`insert into jobs (kind, payload, due_at, created_at)
    select ${QUALIFY_FRIEND}, jsonb_build_object('friendId', m.id), ${at}, ${at}
    from members m where m.id in ${idList(memberIds)} and m.referred_by is not null
      and m.wallet_address is not null
      and not exists (select 1 from invite_referrals r where r.friend_id = m.id)`)
}

export type FriendPair = {
  friendId: number
  referrerId: number
  wallet: string | null
  email: string
  referrerEmail: string
  referredAt: Date
  gone: boolean
}

/**
 * Locks both rows in the order of their ids, so that two members who referred each other cannot
 * deadlock.
 */
export async function lockPair(tx: Db, friendId: number): Promise<FriendPair | undefined> {
  const { id, referredBy, referredAt, walletAddress, email, deletedAt } = members
  const referrer = tx.select({ referredBy }).from(members).where(eq(id, friendId))
  const rows = await tx
    .select({ id, referredBy, referredAt, walletAddress, email, deletedAt })
    .from(members)
    .where(or(eq(id, friendId), eq(id, referrer)))
    .orderBy(id)
    .for('no key update')
  const friend = rows.find((row) => row.id === friendId)
  if (!friend || friend.referredBy === null || friend.referredAt === null) return undefined
  return {
    friendId,
    referrerId: friend.referredBy,
    wallet: friend.walletAddress,
    email: friend.email,
    referrerEmail: rows.find((row) => row.id === friend.referredBy)?.email ?? '',
    referredAt: friend.referredAt,
    gone: rows.some((row) => row.deletedAt !== null),
  }
}

/**
 * Returns the number of distinct days with a check-in and the season of the latest, and the number of
 * excused days.
 */
export async function findCheckIns(
  db: Db,
  of: { friendId: number; since: Date },
): Promise<{ days: number; excusedDays: number; seasonId: number | undefined }> {
  const checkIns = db
    .select({ day: missionCompletions.day, seasonId: missionCompletions.seasonId })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, seasons.id),
        eq(missionCompletions.memberId, of.friendId),
        eq(missionCompletions.missionId, CHECK_IN_ID),
        gte(missionCompletions.day, programmeDayOf(of.since)),
      ),
    )
    .as('check_ins')
  const { day, seasonId } = checkIns
  const [row] = await db
    .select({
      days: countDistinct(day),
      seasonId: sql`(array_agg(${seasonId} order by ${day} desc, ${seasonId} desc))[1]`.mapWith(
        numberOrNull,
      ),
    })
    .from(seasons)
    .crossJoinLateral(checkIns)
  const friend = { id: of.friendId, since: programmeDayOf(of.since) }
  const excused = await countExcusedDays(db, [friend])
  return {
    days: row?.days ?? 0,
    excusedDays: excused.get(friend.id) ?? 0,
    seasonId: row?.seasonId ?? undefined,
  }
}

/**
 * Returns all members above this one in the referral chain; in a circle, this includes the member.
 */
export async function findAncestors(db: Db, memberId: number): Promise<ReadonlySet<number>> {
  // Raw SQL: the builder has no recursive queries.
  const ancestors = sql`(with recursive up as (
        select referred_by as id from members where id = ${memberId} and referred_by is not null
        union select m.referred_by from members m join up on m.id = up.id
          where m.referred_by is not null
      ) select id from up) as ancestors`
  const rows = await db.select({ id: sql`ancestors.id`.mapWith(Number) }).from(ancestors)
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these wallets the member has registered before. */
export async function findOwnWallets(
  db: Db,
  memberId: number,
  wallets: readonly string[],
): Promise<ReadonlySet<string>> {
  const { address } = walletRegistrations
  const rows = await db
    .select({ address })
    .from(walletRegistrations)
    .where(and(eq(walletRegistrations.memberId, memberId), inArray(address, textList(wallets))))
  return new Set(rows.map((row) => row.address))
}

export async function findServed(
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const { walletFingerprint } = inviteReferrals
  const rows = await db
    .select({ walletFingerprint })
    .from(inviteReferrals)
    .where(inArray(walletFingerprint, textList(fingerprints)))
  return new Set(rows.map((row) => row.walletFingerprint))
}

/** Returns which of these mailboxes have already counted for any referral. */
export async function findServedMailboxes(
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const { mailboxFingerprint } = inviteReferrals
  const rows = await db
    .select({ mailboxFingerprint })
    .from(inviteReferrals)
    .where(inArray(mailboxFingerprint, textList(fingerprints)))
  return new Set(rows.flatMap((row) => row.mailboxFingerprint ?? []))
}

export async function isQualified(db: Db, friendId: number): Promise<boolean> {
  const rows = await db
    .select({ friendId: inviteReferrals.friendId })
    .from(inviteReferrals)
    .where(eq(inviteReferrals.friendId, friendId))
  return rows.length > 0
}

/** Locks the season's budget row until the transaction ends and returns the promised amount. */
export async function lockPromised(tx: Db, seasonId: number): Promise<bigint> {
  await tx.insert(inviteBudgets).values({ seasonId }).onConflictDoNothing()
  const [row] = await tx
    .select({ promised: inviteBudgets.promised })
    .from(inviteBudgets)
    .where(eq(inviteBudgets.seasonId, seasonId))
    .for('update')
  return row?.promised ?? 0n
}

/** Returns the amount promised in a season. */
export async function findPromised(db: Db, seasonId: number): Promise<bigint> {
  const [row] = await db
    .select({ promised: inviteBudgets.promised })
    .from(inviteBudgets)
    .where(eq(inviteBudgets.seasonId, seasonId))
  return row?.promised ?? 0n
}

/** Returns the recorded qualification of a friend. */
export async function findReferral(db: Db, friendId: number) {
  const { seasonId, qualifiedAt } = inviteReferrals
  const [row] = await db
    .select({ seasonId, qualifiedAt })
    .from(inviteReferrals)
    .where(eq(inviteReferrals.friendId, friendId))
  return row
}

export async function findPromisedTo(
  db: Db,
  of: { referrerId: number; seasonId: number },
): Promise<bigint> {
  const { referrerId, seasonId, state, amount } = inviteReferrals
  const [row] = await db
    .select({ promised: sql`coalesce(sum(${amount}), 0)`.mapWith(amount) })
    .from(inviteReferrals)
    .where(and(eq(referrerId, of.referrerId), eq(seasonId, of.seasonId), ne(state, 'VOID')))
  return row?.promised ?? 0n
}

export type NewReferral = {
  friendId: number
  referrerId: number
  seasonId: number
  fingerprint: string
  mailbox: string
  amount: bigint
  state: 'EARNED' | 'CAPPED'
  qualifiedAt: Date
  claimableAt: Date
}

/**
 * Inserts the referral and adds its amount to the promised budget of the season, in one statement.
 */
export async function insertReferral(tx: Db, referral: NewReferral): Promise<void> {
  const { fingerprint, mailbox, ...rest } = referral
  const promised = tx
    .$with('promised')
    .as(
      tx
        .insert(inviteReferrals)
        .values({ ...rest, walletFingerprint: fingerprint, mailboxFingerprint: mailbox }),
    )
  await tx
    .with(promised)
    .update(inviteBudgets)
    .set({ promised: sql`${inviteBudgets.promised} + ${referral.amount.toString()}::numeric` })
    .where(eq(inviteBudgets.seasonId, referral.seasonId))
}
