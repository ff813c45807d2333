import { and, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DEFAULT_INVITE_TERMS } from '@solstice/rules/invite'
import { inviteReferrals, inviteTerms } from '#/modules/invite/invite.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'

/**
 * Selects the position of a friend among those whom the same member invited at the same instant, in
 * the order of the list.
 */
function positionIn(db: Db) {
  const other = alias(members, 'other')
  const upTo = db
    .select({ position: count() })
    .from(other)
    .where(
      and(
        eq(other.referredBy, members.referredBy),
        eq(other.referredAt, members.referredAt),
        gte(other.id, members.id),
      ),
    )
  return sql`${upTo}`.mapWith(Number)
}

/** Returns friends with their position in the list, and their reward if they have qualified. */
export function findFriendStates(db: Db, friendIds: readonly number[]) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      deletedAt: members.deletedAt,
      referredAt: members.referredAt,
      position: positionIn(db),
      seasonId: inviteReferrals.seasonId,
      state: inviteReferrals.state,
      amount: inviteReferrals.amount,
    })
    .from(members)
    .leftJoin(inviteReferrals, eq(inviteReferrals.friendId, members.id))
    .where(inArray(members.id, [...friendIds]))
}

/** Returns the member who invited this one. */
export async function findReferrer(db: Db, memberId: number) {
  const referrer = alias(members, 'referrer')
  const [row] = await db
    .select({ userId: referrer.id, nickname: referrer.nickname })
    .from(members)
    .innerJoin(referrer, eq(referrer.id, members.referredBy))
    .where(eq(members.id, memberId))
  return row
}

/** Returns the token in which referral rewards are paid now. */
export async function findReferralSymbol(db: Db): Promise<string> {
  const [row] = await db
    .select({ symbol: inviteTerms.symbol })
    .from(inviteTerms)
    .orderBy(desc(inviteTerms.id))
    .limit(1)
  return row?.symbol ?? DEFAULT_INVITE_TERMS.symbol
}
