import { currentTerms } from './modules/invite/terms.service.ts'
import { freeBalance } from './modules/payout/free-balance.service.ts'
import { planToPublish } from './modules/season/season-gate.service.ts'
import { testActions } from './modules/chain/action-test.service.ts'
import type { ReadSources, SeasonSources } from './modules/season/season-sources.ts'
import type { AppContext } from './platform/process/context.ts'

/**
 * Reads what the gate of a season needs from invites and from the treasury. It is not part of a
 * slice, because seasons know nothing of either.
 */
export async function readSeasonSources(ctx: AppContext, seasonId: number): Promise<SeasonSources> {
  const plan = await planToPublish(ctx.db, seasonId)
  return {
    available: plan ? await freeBalance(ctx, plan.reward) : null,
    invites: await readInvites(ctx),
    actions: plan ? await testActions(ctx, plan) : null,
  }
}

async function readInvites(ctx: Pick<AppContext, 'db'>) {
  const { firstInviteXp, totalInviteXp } = await currentTerms(ctx.db)
  return { firstInviteXp, totalInviteXp }
}

export const seasonSourcesOf = (ctx: AppContext): ReadSources => ({
  forSeason: (seasonId) => readSeasonSources(ctx, seasonId),
  invites: () => readInvites(ctx),
  actions: (plan) => testActions(ctx, plan),
})
