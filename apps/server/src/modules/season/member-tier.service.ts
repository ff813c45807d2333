import { tierOf } from '@solstice/rules/tier'
import type { AppContext } from '#/platform/process/context.ts'
import { loadProgramme } from './programme.service.ts'
import { findSeasons } from './season.queries.ts'
import { memberStanding } from './season.service.ts'

/** More seasons than run at the same time. */
const RUNNING_MAX = 5

/**
 * Returns the position of the member's highest tier in the seasons that run now, counted from 0 for the
 * lowest one, which also applies between seasons.
 */
export async function tierPositionOf(
  ctx: Pick<AppContext, 'db' | 'now' | 'shared'>,
  memberId: number,
): Promise<number> {
  const now = ctx.now()
  const page = { page: 1, size: RUNNING_MAX }
  const query = { now, statuses: ['ONGOING'] as const, memberId, ...page }
  const { seasons } = await findSeasons(ctx.db, query)
  let highest = 0
  for (const { id } of seasons) {
    const programme = await loadProgramme(ctx, id)
    const { seasonXp } = await memberStanding(ctx.db, programme, memberId, now)
    highest = Math.max(highest, programme.tiers.indexOf(tierOf(programme.tiers, seasonXp)))
  }
  return highest
}
