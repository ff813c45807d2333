import { MINUTE_MS } from '@solstice/rules/duration'
import { leagueWeeks } from '@solstice/rules/league'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { advanceLeagues } from './league-rollover.service.ts'
import { findLeagueSeasons } from './league-weeks.queries.ts'

export const ADVANCE_LEAGUES = 'league.advance'
const EVERY_MS = 10 * MINUTE_MS

/** Closes and draws the weeks of all seasons, one batch after another. */
export const advanceLeaguesJob: JobKind<null> = {
  kind: ADVANCE_LEAGUES,
  lane: 'campaigns',
  retryAfterMs: Array.from({ length: 1000 }, () => MINUTE_MS),
  handle: async (ctx) => {
    if (await advanceLeagues(ctx)) return continueFrom(null)
    await queueLeagues(ctx, await nextTurn(ctx))
    return undefined
  },
}

/** Returns the next turn of a week, and at most ten minutes from now, because plans may change. */
async function nextTurn(ctx: Pick<AppContext, 'db' | 'now'>): Promise<Date> {
  const now = ctx.now().getTime()
  const latest = (Math.floor(now / EVERY_MS) + 1) * EVERY_MS
  const seasons = await findLeagueSeasons(ctx.db, ctx.now())
  const turns = seasons
    .flatMap((season) => leagueWeeks(season).map(({ endAt }) => endAt.getTime()))
    .filter((turn) => turn > now)
  return new Date(Math.min(latest, ...turns))
}

/** The instant is part of the key, so that several processes enqueue one job. */
export async function queueLeagues(
  ctx: Pick<AppContext, 'db' | 'now'>,
  dueAt: Date,
): Promise<void> {
  const key = `${ADVANCE_LEAGUES}:${dueAt.getTime()}`
  await enqueue(ctx.db, ADVANCE_LEAGUES, { payload: null, dueAt, now: ctx.now(), key })
}
