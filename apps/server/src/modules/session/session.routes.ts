import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { endOtherSessions, listSessions } from './session.service.ts'

export function sessionRoutes(ctx: AppContext, mount: Mount): void {
  mount('session.list', async ({ session }) => ({ list: await listSessions(ctx, session) }))

  mount('session.endOthers', async ({ session }) => ({
    ended: await endOtherSessions(ctx.db, ctx, session),
  }))
}
