import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { publishPlan } from './publishing.service.ts'
import { changeOdds, checkPlan, createPlan, listPlans } from './season-plan.service.ts'

export function seasonPlanRoutes(ctx: AppContext, mount: Mount): void {
  mount('seasonPlan.list', () => listPlans(ctx))
  mount('seasonPlan.check', ({ body }) => checkPlan(ctx, body.plan, body.members))
  mount('seasonPlan.create', ({ operator, body, tx }) => createPlan(tx, ctx, operator, body.plan))
  mount('seasonPlan.publish', ({ operator, params, body, tx }) =>
    publishPlan(tx, ctx, operator, { ...params, confirmed: body.confirmed }),
  )
  mount('seasonPlan.changeOdds', ({ operator, params, body, tx }) =>
    changeOdds(tx, ctx, operator, params.seasonId, body.prizes),
  )
}
