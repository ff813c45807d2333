import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listMembers } from './member-list.service.ts'
import { search } from './search.service.ts'

export function searchRoutes(ctx: AppContext, mount: Mount, jobKinds: readonly string[]): void {
  mount('search.find', ({ operator, query, language }) =>
    search(ctx, { role: operator.role, input: query.q, language, jobKinds }),
  )
  mount('operator.findMembers', ({ query, language }) => listMembers(ctx, query, language))
}
