import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { explorerProxy } from './explorer.service.ts'

export function explorerRoutes(ctx: AppContext, mount: Mount): void {
  const ask = explorerProxy(ctx)

  mount('explorer.query', ({ query }) => ask(query))
}
