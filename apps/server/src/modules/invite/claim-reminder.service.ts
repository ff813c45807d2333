import { programmeDayOf } from '@solstice/rules/programme-day'
import type { AppContext } from '#/platform/context.ts'
import { findWhoCanClaim } from './claim.queries.ts'

/** What friends have brought and nobody has claimed; told once for each day that brought more. */
export async function openReferralClaims(
  ctx: Pick<AppContext, 'db' | 'now'>,
  stretch: { afterMemberId: number; size: number },
) {
  const found = await findWhoCanClaim(ctx.db, { ...stretch, now: ctx.now() })
  return found.map(({ memberId, since }) => ({
    memberId,
    name: `REFERRAL:${programmeDayOf(since)}`,
    data: {},
    from: since,
    until: undefined,
  }))
}
