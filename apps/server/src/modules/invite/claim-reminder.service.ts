import { programmeDayOf, startOfDay, startOfNextDay } from '@solstice/rules/programme-day'
import type { AppContext } from '#/platform/process/context.ts'
import type { MemberStretch } from '#/platform/process/member-stretch.ts'
import { findMembersWithClaims } from './claim.queries.ts'

/**
 * Returns the occasions for unclaimed referral rewards of today and of the previous day, for
 * members whose quiet hours delayed the reminder. A member is notified once per day with a new
 * reward.
 */
export async function claimOccasions(ctx: Pick<AppContext, 'db' | 'now'>) {
  const now = ctx.now()
  const today = startOfDay(programmeDayOf(now))
  const yesterday = startOfDay(programmeDayOf(new Date(today.getTime() - 1)))
  return [yesterday, today].map((from) => {
    const end = startOfNextDay(from)
    const until = now < end ? new Date(now.getTime() + 1) : end
    return {
      name: `REFERRAL:${programmeDayOf(from)}`,
      data: {},
      from,
      until: undefined,
      open: (stretch: MemberStretch) => findMembersWithClaims(ctx.db, { from, until }, stretch),
    }
  })
}
