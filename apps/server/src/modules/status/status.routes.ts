import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listDecisions, publicStatus } from './status.service.ts'

export function statusRoutes(ctx: AppContext, mount: Mount): void {
  mount('status.show', () => publicStatus(ctx))
  mount('status.listDecisions', ({ query, language }) => listDecisions(ctx, language, query))
}
