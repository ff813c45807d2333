import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { endOneSession, listSessions, logOutOthers } from './session.service.ts'

export function sessionRoutes(ctx: AppContext, mount: Mount): void {
  mount('session.list', async ({ session }) => ({ list: await listSessions(ctx, session) }))

  mount('session.endOthers', async ({ session }) => ({ ended: await logOutOthers(ctx, session) }))

  mount('session.end', async ({ session, params }) => {
    await endOneSession(ctx, session, params.sessionId)
    return null
  })
}
