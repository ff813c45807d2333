import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { explain } from './explanation.service.ts'
import { explainMissions } from './mission.explainer.ts'

export function explanationRoutes(ctx: AppContext, mount: Mount): void {
  mount('explanation.mine', async ({ params, session, language }) => {
    const explained = await explain(ctx, { memberId: session.memberId, language }, params.entryId)
    return explained.public
  })
  mount('explanation.ofMember', async ({ params, language }) => {
    const explained = await explain(ctx, { memberId: params.userId, language }, params.entryId)
    return { ...explained.public, ...explained.operator }
  })
  mount('member.missions', ({ params, language }) =>
    explainMissions(ctx, { memberId: params.userId, language, seasonId: params.seasonId }),
  )
}
