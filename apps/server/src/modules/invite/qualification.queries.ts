import { sql } from 'drizzle-orm'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { rowsOf, type Db } from '#/platform/db.ts'

export type FriendPair = {
  friendId: number
  referrerId: number
  wallet: string | null
  email: string
  referrerEmail: string
  referredAt: Date
  gone: boolean
}

/** Both rows are locked in the order of their ids, so that two who brought each other take turns. */
export async function lockPair(tx: Db, friendId: number): Promise<FriendPair | undefined> {
  const rows = await rowsOf<{
    id: number | string
    referred_by: number | string | null
    referred_at: Date | string | null
    wallet_address: string | null
    email: string
    deleted: boolean
  }>(
    tx,
    sql`select id, referred_by, referred_at, wallet_address, email, deleted_at is not null as deleted
      from members where id = ${friendId}
        or id = (select referred_by from members where id = ${friendId})
      order by id for no key update`,
  )
  const friend = rows.find(({ id }) => Number(id) === friendId)
  if (!friend || friend.referred_by === null || friend.referred_at === null) return undefined
  return {
    friendId,
    referrerId: Number(friend.referred_by),
    wallet: friend.wallet_address,
    email: friend.email,
    referrerEmail: rows.find(({ id }) => Number(id) === Number(friend.referred_by))?.email ?? '',
    referredAt: new Date(friend.referred_at),
    gone: rows.some(({ deleted }) => deleted),
  }
}

/** Different days with a check-in, and the season of the last of them. */
export async function findCheckIns(
  db: Db,
  of: { friendId: number; since: Date },
): Promise<{ days: number; seasonId: number | undefined }> {
  const [row] = await rowsOf<{ days: number | string; season_id: number | string | null }>(
    db,
    sql`select count(distinct c.day) as days,
        (array_agg(c.season_id order by c.day desc, c.season_id desc))[1] as season_id
      from seasons s cross join lateral (
        select d.day, d.season_id from mission_completions d where d.season_id = s.id
          and d.member_id = ${of.friendId} and d.mission_id = 1
          and d.day >= ${programmeDayOf(of.since)}::date
      ) c`,
  )
  return {
    days: Number(row?.days ?? 0),
    seasonId: row?.season_id == null ? undefined : Number(row.season_id),
  }
}

/** Everybody over the member in the chain of who brought whom; of a circle, the member too. */
export async function findAncestors(db: Db, memberId: number): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`with recursive up as (
        select referred_by as id from members where id = ${memberId} and referred_by is not null
        union select m.referred_by from members m join up on m.id = up.id
          where m.referred_by is not null
      ) select id from up`,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Which of these wallets were once the member's own. */
export async function findOwnWallets(
  db: Db,
  memberId: number,
  wallets: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ address: string }>(
    db,
    sql`select address from wallet_registrations where member_id = ${memberId}
      and address in (select jsonb_array_elements_text(${JSON.stringify(wallets)}::jsonb))`,
  )
  return new Set(rows.map(({ address }) => address))
}

export async function findServed(
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ wallet_fingerprint: string }>(
    db,
    sql`select wallet_fingerprint from invite_referrals where wallet_fingerprint in
      (select jsonb_array_elements_text(${JSON.stringify(fingerprints)}::jsonb))`,
  )
  return new Set(rows.map((row) => row.wallet_fingerprint))
}

/** Which of these mailboxes have made a referral count before, whoever's. */
export async function findServedMailboxes(
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ mailbox_fingerprint: string }>(
    db,
    sql`select mailbox_fingerprint from invite_referrals where mailbox_fingerprint in
      (select jsonb_array_elements_text(${JSON.stringify(fingerprints)}::jsonb))`,
  )
  return new Set(rows.map((row) => row.mailbox_fingerprint))
}

export async function isQualified(db: Db, friendId: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 as one from invite_referrals where friend_id = ${friendId}`,
  )
  return rows.length > 0
}

/** Whoever promises something of a season holds its row until it is written. */
export async function lockPromised(tx: Db, seasonId: number): Promise<bigint> {
  await tx.execute(
    sql`insert into invite_budgets (season_id) values (${seasonId}) on conflict do nothing`,
  )
  const [row] = await rowsOf<{ promised: string }>(
    tx,
    sql`select promised::text from invite_budgets where season_id = ${seasonId} for update`,
  )
  return BigInt(row?.promised ?? 0)
}

export async function findPromisedTo(
  db: Db,
  of: { referrerId: number; seasonId: number },
): Promise<bigint> {
  const [row] = await rowsOf<{ promised: string }>(
    db,
    sql`select coalesce(sum(amount), 0)::text as promised from invite_referrals
      where referrer_id = ${of.referrerId} and season_id = ${of.seasonId} and state <> 'VOID'`,
  )
  return BigInt(row?.promised ?? 0)
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

/** The promise and what is left of the season's budget, in one statement. */
export async function insertReferral(tx: Db, referral: NewReferral): Promise<void> {
  const amount = sql`${referral.amount.toString()}::numeric`
  await tx.execute(sql`with promised as (
      insert into invite_referrals (friend_id, referrer_id, season_id, wallet_fingerprint,
        mailbox_fingerprint, amount, state, qualified_at, claimable_at)
      values (${referral.friendId}, ${referral.referrerId}, ${referral.seasonId},
        ${referral.fingerprint}, ${referral.mailbox}, ${amount}, ${referral.state},
        ${referral.qualifiedAt.toISOString()}::timestamptz,
        ${referral.claimableAt.toISOString()}::timestamptz)
    )
    update invite_budgets set promised = promised + ${amount} where season_id = ${referral.seasonId}`)
}
