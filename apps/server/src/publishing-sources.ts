import { currentTerms } from './modules/invite/terms.service.ts'
import { freeBalance } from './modules/payout/free-balance.service.ts'
import { rewardToPublish } from './modules/season/season-gate.service.ts'
import type { ReadSources, SeasonSources } from './modules/season/season-sources.ts'
import type { AppContext } from './platform/process/context.ts'

/**
 * Reads what the gate of a season needs from invites and from the treasury. It is not part of a
 * slice, because seasons know nothing of either.
 */
export async function readSeasonSources(ctx: AppContext, seasonId: number): Promise<SeasonSources> {
  const reward = await rewardToPublish(ctx.db, seasonId)
  return {
    available: reward ? await freeBalance(ctx, reward) : null,
    invites: await readInvites(ctx),
  }
}

async function readInvites(ctx: Pick<AppContext, 'db'>) {
  const { firstInviteXp, totalInviteXp } = await currentTerms(ctx.db)
  return { firstInviteXp, totalInviteXp }
}

export const seasonSourcesOf = (ctx: AppContext): ReadSources => ({
  forSeason: (seasonId) => readSeasonSources(ctx, seasonId),
  invites: () => readInvites(ctx),
})
