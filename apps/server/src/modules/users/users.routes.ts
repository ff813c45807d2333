import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { loadMember, memberView } from './users.service.ts'

export function usersRoutes(ctx: AppContext, mount: Mount): void {
  mount('users.me', async ({ session }) => memberView(await loadMember(ctx, session.memberId)))
}
