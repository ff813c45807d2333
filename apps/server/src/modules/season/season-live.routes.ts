import type { InviteXp } from '@solstice/rules/season-simulation'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { liveEffect } from './live-effect.service.ts'
import { applyChange } from './season-live.service.ts'
import { schedulePublication, unschedule } from './season-schedule.service.ts'
import type { ReadSources, SeasonSources } from './season-sources.ts'
import { unpublish } from './unpublish.service.ts'

export function seasonLiveRoutes(ctx: AppContext, mount: Mount, read: ReadSources): void {
  mount(
    'seasonPlan.schedule',
    ({ operator, params, body, tx }, sources: SeasonSources) =>
      schedulePublication(tx, ctx, operator, {
        ...params,
        ...body,
        publishAt: new Date(body.publishAt),
        sources,
      }),
    ({ params }) => read.forSeason(params.seasonId),
  )
  mount('seasonPlan.unschedule', ({ operator, params, tx }) =>
    unschedule(tx, ctx, operator, params.seasonId),
  )
  mount('seasonPlan.unpublish', ({ operator, params, body, tx }) =>
    unpublish(tx, ctx, operator, { ...params, ...body }),
  )
  mount('seasonPlan.changeLive', ({ operator, params, body, tx }) =>
    applyChange(tx, ctx, operator, {
      ...params,
      change: body.change,
      reason: body.reason,
      // Only an extension is compared with the budget.
      invites: undefined,
    }),
  )
  mount(
    'seasonPlan.reviseLive',
    ({ operator, params, body, tx }, invites: InviteXp) =>
      applyChange(tx, ctx, operator, { ...params, ...body, invites }),
    () => read.invites(),
  )
  mount('seasonPlan.liveEffect', async ({ params, body }) =>
    liveEffect(ctx, params.seasonId, body.change, await read.invites()),
  )
}
