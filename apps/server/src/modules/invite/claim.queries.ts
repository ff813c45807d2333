import { and, count, eq, gt, gte, inArray, lt, lte, max, ne, sql } from 'drizzle-orm'
import type { ClaimType } from '@solstice/rules/invite'
import { seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import type { ExaminedMembers, MemberStretch } from '#/platform/process/member-stretch.ts'
import { inviteBudgets, inviteClaims, inviteReferrals } from './invite.table.ts'

type Season = { startAt: Date; endAt: Date }

/**
 * Counts the friends invited for a season, from the end of the previous season on, so that a friend
 * who joins in between counts for exactly one season.
 */
export async function countInvitesFor(
  db: Db,
  referrer: number,
  season: Season,
): Promise<{ invites: number; qualified: number }> {
  const lastEnd = db
    .select({ endAt: max(seasons.endAt) })
    .from(seasons)
    .where(and(eq(seasons.state, 'PUBLISHED'), lte(seasons.endAt, season.startAt)))
  const [row] = await db
    .select({ invites: count(), qualified: count(inviteReferrals.friendId) })
    .from(members)
    .leftJoin(
      inviteReferrals,
      and(
        eq(inviteReferrals.friendId, members.id),
        eq(inviteReferrals.referrerId, members.referredBy),
        ne(inviteReferrals.state, 'VOID'),
      ),
    )
    .where(
      and(
        eq(members.referredBy, referrer),
        lt(members.referredAt, season.endAt),
        gte(members.referredAt, sql`coalesce(${lastEnd}, '-infinity')`),
      ),
    )
  return row ?? { invites: 0, qualified: 0 }
}

export async function findClaimedTypes(
  db: Db,
  of: { memberId: number; seasonId: number },
): Promise<ReadonlySet<ClaimType>> {
  const rows = await db
    .select({ type: inviteClaims.type })
    .from(inviteClaims)
    .where(and(eq(inviteClaims.memberId, of.memberId), eq(inviteClaims.seasonId, of.seasonId)))
  return new Set(rows.map(({ type }) => type))
}

export async function sumClaimedXp(db: Db, memberId: number): Promise<number> {
  const [row] = await db
    .select({ xp: sql`coalesce(sum(${inviteClaims.xp}), 0)`.mapWith(Number) })
    .from(inviteClaims)
    .where(eq(inviteClaims.memberId, memberId))
  return row?.xp ?? 0
}

export type NewClaim = { memberId: number; type: ClaimType; at: Date } & (
  | { seasonId: number; xp: number }
  | { amount: bigint }
)

export async function insertClaim(tx: Db, { at, ...claim }: NewClaim): Promise<number> {
  const [row] = await tx
    .insert(inviteClaims)
    .values({ ...claim, createdAt: at })
    .returning({ id: inviteClaims.id })
  if (!row) throw new Error('Inserting the claim returned no row')
  return row.id
}

/** Inline the value, because a parameter would not match the partial index of earned referrals. */
export const isEarned = eq(inviteReferrals.state, 'EARNED').inlineParams()

export type Earned = Awaited<ReturnType<typeof findEarned>>[number]

/**
 * Returns the member's unclaimed referral rewards. The reward of a suspended friend waits; that of
 * a deleted friend is lost. A claim holds the lock of the member's row.
 */
export function findEarned(db: Db, referrer: number) {
  const { friendId, amount, claimableAt } = inviteReferrals
  return db
    .select({
      friendId,
      amount,
      claimableAt,
      friendActive: sql<boolean>`${members.status} = 'ACTIVE'`,
      friendGone: sql<boolean>`${members.deletedAt} is not null`,
    })
    .from(inviteReferrals)
    .innerJoin(members, eq(members.id, friendId))
    .where(and(eq(inviteReferrals.referrerId, referrer), isEarned, gt(amount, 0n)))
    .orderBy(claimableAt, friendId)
}

/**
 * Returns the members whose reward became claimable in this period and still is. A stretch reads a
 * limited number of rewards and then each of their members by index.
 */
export async function findMembersWithClaims(
  db: Db,
  since: { from: Date; until: Date },
  { afterMemberId, size }: MemberStretch,
): Promise<ExaminedMembers> {
  const { referrerId, friendId, amount, claimableAt } = inviteReferrals
  const rewards = db
    .select({ referrerId })
    .from(inviteReferrals)
    .where(and(isEarned, gt(referrerId, afterMemberId)))
    .orderBy(referrerId)
    .limit(size)
    .as('rewards')
  const stretch = db.selectDistinct({ memberId: rewards.referrerId }).from(rewards).as('stretch')
  const claimable = db
    .select({ found: sql`true` })
    .from(inviteReferrals)
    .innerJoin(members, and(eq(members.id, friendId), eq(members.status, 'ACTIVE')))
    .where(
      and(
        isEarned,
        gt(amount, 0n),
        eq(referrerId, stretch.memberId),
        gte(claimableAt, since.from),
        lt(claimableAt, since.until),
      ),
    )
    .limit(1)
  const rows = await db
    .select({ memberId: stretch.memberId, found: sql<boolean>`${claimable} is not null` })
    .from(stretch)
    .orderBy(stretch.memberId)
  return {
    memberIds: rows.filter(({ found }) => found).map(({ memberId }) => memberId),
    lastMemberId: rows.at(-1)?.memberId,
  }
}

export async function markClaimed(
  tx: Db,
  friendIds: readonly number[],
  claimId: number,
): Promise<void> {
  await tx
    .update(inviteReferrals)
    .set({ state: 'CLAIMED', claimId })
    .where(and(isEarned, inArray(inviteReferrals.friendId, idList(friendIds))))
}

/** Voids the rewards and returns their amounts to the budgets of their seasons. */
export async function markVoid(tx: Db, friendIds: readonly number[]): Promise<void> {
  if (friendIds.length === 0) return
  const voided = tx.$with('voided').as(
    tx
      .update(inviteReferrals)
      .set({ state: 'VOID' })
      .where(and(isEarned, inArray(inviteReferrals.friendId, idList(friendIds))))
      .returning({ seasonId: inviteReferrals.seasonId, amount: inviteReferrals.amount }),
  )
  const freed = tx.$with('freed').as(
    tx
      .select({ seasonId: voided.seasonId, total: sql`sum(${voided.amount})`.as('total') })
      .from(voided)
      .groupBy(voided.seasonId),
  )
  await tx
    .with(voided, freed)
    .update(inviteBudgets)
    .set({ promised: sql`${inviteBudgets.promised} - ${freed.total}` })
    .from(freed)
    .where(eq(inviteBudgets.seasonId, freed.seasonId))
}
