import { and, countDistinct, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import { friendDays } from '@solstice/rules/invite'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { missionCompletions } from '#/modules/mission/mission.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import type { InvitedRange } from '#/modules/users/invited.service.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { countExcusedDays } from './excused-days.queries.ts'
import { inviteReferrals } from './invite.table.ts'

export type FriendRow = Awaited<ReturnType<typeof findFriends>>[number]

/**
 * Returns the friends newest first. Check-in days count from the day of the referral, and so do days
 * that are excused for the friend.
 */
export async function findFriends(db: Db, memberId: number, { until, offset, size }: InvitedRange) {
  const friends = db.$with('friends').as(
    db
      .select({
        id: members.id,
        nickname: members.nickname,
        referredAt: members.referredAt,
        gone: sql<boolean>`${members.deletedAt} is not null`.as('gone'),
        active: sql<boolean>`${members.status} = 'ACTIVE'`.as('active'),
        wallet: members.walletAddress,
        email: members.email,
      })
      .from(members)
      .where(
        and(
          eq(members.referredBy, memberId),
          until === undefined ? undefined : lte(members.referredAt, until),
        ),
      )
      .orderBy(desc(members.referredAt), desc(members.id))
      .limit(size)
      .offset(offset),
  )
  const checkIns = db
    .select({ day: missionCompletions.day })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, seasons.id),
        eq(missionCompletions.memberId, friends.id),
        eq(missionCompletions.missionId, CHECK_IN_ID),
        gte(
          missionCompletions.day,
          sql`(${friends.referredAt} at time zone 'UTC' + interval '4 hours')::date`,
        ),
      ),
    )
    .as('check_ins')
  const days = db
    .select({ days: countDistinct(checkIns.day) })
    .from(seasons)
    .crossJoinLateral(checkIns)
  const { amount, state, claimableAt } = inviteReferrals
  const rows = await db
    .with(friends)
    .select({
      id: friends.id,
      nickname: friends.nickname,
      referredAt: friends.referredAt,
      gone: friends.gone,
      active: friends.active,
      wallet: friends.wallet,
      email: friends.email,
      realDays: sql`${days}`.mapWith(Number),
      reward: { amount, state, claimableAt },
    })
    .from(friends)
    .leftJoin(inviteReferrals, eq(inviteReferrals.friendId, friends.id))
    .orderBy(desc(friends.referredAt), desc(friends.id))
  const known = rows.flatMap(({ id, referredAt }) =>
    referredAt ? [{ id, since: programmeDayOf(referredAt) }] : [],
  )
  const excused = await countExcusedDays(db, known)
  return rows.map(({ reward, realDays, ...row }) => ({
    ...row,
    checkInDays: friendDays({ checkInDays: realDays, excusedDays: excused.get(row.id) ?? 0 }),
    reward: reward ?? undefined,
  }))
}
