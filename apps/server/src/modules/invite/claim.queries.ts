import { sql } from 'drizzle-orm'
import type { ClaimType } from '@solstice/rules/invite'
import { rowsOf, type Db } from '#/platform/db.ts'

type Season = { startAt: Date; endAt: Date }

/**
 * Friends who came for a season: since the last one before it was over, so that nobody who came
 * in between is lost and nobody counts for two.
 */
export async function countInvitesFor(
  db: Db,
  referrer: number,
  season: Season,
): Promise<{ invites: number; qualified: number }> {
  const [row] = await rowsOf<{ invites: number | string; qualified: number | string }>(
    db,
    sql`select count(*) as invites, count(r.friend_id) as qualified
      from members m left join invite_referrals r on r.friend_id = m.id
        and r.referrer_id = m.referred_by and r.state <> 'VOID'
      where m.referred_by = ${referrer}
      and m.referred_at < ${season.endAt.toISOString()}::timestamptz
      and m.referred_at >= coalesce((select max(end_at) from seasons where state = 'PUBLISHED'
        and end_at <= ${season.startAt.toISOString()}::timestamptz), '-infinity')`,
  )
  return { invites: Number(row?.invites ?? 0), qualified: Number(row?.qualified ?? 0) }
}

export async function findClaimedTypes(
  db: Db,
  of: { memberId: number; seasonId: number },
): Promise<ReadonlySet<ClaimType>> {
  const rows = await rowsOf<{ type: ClaimType }>(
    db,
    sql`select type from invite_claims where member_id = ${of.memberId} and season_id = ${of.seasonId}`,
  )
  return new Set(rows.map(({ type }) => type))
}

export async function sumClaimedXp(db: Db, memberId: number): Promise<number> {
  const [row] = await rowsOf<{ xp: number | string }>(
    db,
    sql`select coalesce(sum(xp), 0) as xp from invite_claims where member_id = ${memberId}`,
  )
  return Number(row?.xp ?? 0)
}

export type NewClaim = { memberId: number; type: ClaimType; at: Date } & (
  | { seasonId: number; xp: number }
  | { amount: bigint }
)

export async function insertClaim(tx: Db, claim: NewClaim): Promise<number> {
  const [seasonId, xp, amount] =
    'xp' in claim ? [claim.seasonId, claim.xp, null] : [null, null, claim.amount.toString()]
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into invite_claims (member_id, type, season_id, xp, amount, created_at)
      values (${claim.memberId}, ${claim.type}, ${seasonId}::bigint, ${xp}::integer,
        ${amount}::numeric, ${claim.at.toISOString()}::timestamptz) returning id`,
  )
  if (!row) throw new Error('The database kept no claim')
  return Number(row.id)
}

export type Earned = {
  friendId: number
  amount: bigint
  claimableAt: Date
  /** Who is suspended brings nothing while that is so. */
  friendActive: boolean
  /** Who has left before it was claimed brings nothing at all. */
  friendGone: boolean
}

/** What a member has earned with friends and not claimed. Who claims holds the member's own row. */
export async function findEarned(db: Db, referrer: number): Promise<Earned[]> {
  const rows = await rowsOf<{
    friend_id: number | string
    amount: string
    claimable_at: Date | string
    active: boolean
    gone: boolean
  }>(
    db,
    sql`select r.friend_id, r.amount::text, r.claimable_at, m.status = 'ACTIVE' as active,
        m.deleted_at is not null as gone
      from invite_referrals r join members m on m.id = r.friend_id
      where r.referrer_id = ${referrer} and r.state = 'EARNED' and r.amount > 0
      order by r.claimable_at, r.friend_id`,
  )
  return rows.map((row) => ({
    friendId: Number(row.friend_id),
    amount: BigInt(row.amount),
    claimableAt: new Date(row.claimable_at),
    friendActive: row.active,
    friendGone: row.gone,
  }))
}

/** For whom a reward became claimable in a stretch of time and still is, in the order of their ids. */
export async function findWhoCanClaim(
  db: Db,
  since: { from: Date; until: Date },
  { afterMemberId, size }: { afterMemberId: number; size: number },
): Promise<number[]> {
  const rows = await rowsOf<{ referrer_id: number | string }>(
    db,
    sql`select distinct r.referrer_id
      from invite_referrals r join members f on f.id = r.friend_id and f.status = 'ACTIVE'
      where r.state = 'EARNED' and r.amount > 0 and r.referrer_id > ${afterMemberId}
        and r.claimable_at >= ${since.from.toISOString()}::timestamptz
        and r.claimable_at < ${since.until.toISOString()}::timestamptz
      order by r.referrer_id limit ${size}`,
  )
  return rows.map((row) => Number(row.referrer_id))
}

const idsOf = (friendIds: readonly number[]) =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(friendIds)}::jsonb))`

export async function markClaimed(
  tx: Db,
  friendIds: readonly number[],
  claimId: number,
): Promise<void> {
  await tx.execute(sql`update invite_referrals set state = 'CLAIMED', claim_id = ${claimId}
    where state = 'EARNED' and friend_id in ${idsOf(friendIds)}`)
}

/** A promise that has become void is given back to its season. */
export async function markVoid(tx: Db, friendIds: readonly number[]): Promise<void> {
  if (friendIds.length === 0) return
  await tx.execute(sql`with voided as (
      update invite_referrals set state = 'VOID' where state = 'EARNED'
        and friend_id in ${idsOf(friendIds)} returning season_id, amount
    ), given as (select season_id, sum(amount) as amount from voided group by season_id)
    update invite_budgets b set promised = b.promised - given.amount from given
    where b.season_id = given.season_id`)
}
