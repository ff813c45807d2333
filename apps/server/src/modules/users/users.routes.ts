import type { Mount } from '#/http/mount.ts'
import { memberView } from './users.service.ts'

export function usersRoutes(mount: Mount): void {
  mount('users.me', async ({ session }) => memberView({ id: session.memberId, ...session }))
}
