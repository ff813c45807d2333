import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { recapOf } from './recap.service.ts'

export function recapRoutes(ctx: AppContext, mount: Mount): void {
  mount('recap.mine', ({ params, session, language }) =>
    recapOf(ctx, { ...session, language }, params.seasonId),
  )
}
