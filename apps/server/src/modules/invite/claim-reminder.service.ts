import { programmeDayOf, startOfDay, startOfNextDay } from '@solstice/rules/programme-day'
import type { AppContext } from '#/platform/process/context.ts'
import { findMembersWithClaims } from './claim.queries.ts'

/**
 * What friends have brought and nobody has claimed: of today, and of the day before for who was
 * asleep. A member hears once for each day that brought something.
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
      open: (stretch: { afterMemberId: number; size: number }) =>
        findMembersWithClaims(ctx.db, { from, until }, stretch),
    }
  })
}
