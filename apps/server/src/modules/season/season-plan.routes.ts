import type { InviteXp } from '@solstice/rules/season-simulation'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { publishPlan } from './publishing.service.ts'
import { changeOdds, checkPlan, createPlan, listPlans } from './season-plan.service.ts'
import type { ReadSources, SeasonSources } from './season-sources.ts'

export function seasonPlanRoutes(ctx: AppContext, mount: Mount, read: ReadSources): void {
  mount('seasonPlan.list', () => listPlans(ctx))
  mount('seasonPlan.check', ({ body }) => checkPlan(ctx, body.plan, body.members, read))
  mount('seasonPlan.create', ({ operator, body, tx }) => createPlan(tx, ctx, operator, body.plan))
  mount(
    'seasonPlan.publish',
    ({ operator, params, body, tx }, sources: SeasonSources) =>
      publishPlan(tx, ctx, operator, { ...params, confirmed: body.confirmed, sources }),
    ({ params }) => read.forSeason(params.seasonId),
  )
  mount(
    'seasonPlan.changeOdds',
    ({ operator, params, body, tx }, invites: InviteXp) =>
      changeOdds(tx, ctx, operator, { ...params, prizes: body.prizes, invites }),
    () => read.invites(),
  )
}
