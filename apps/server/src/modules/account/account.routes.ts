import type { Mount } from '#/http/mount.ts'
import { verifyPassword } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { changePassword } from './account.service.ts'
import { deleteAccount } from './deletion.service.ts'

export function accountRoutes(ctx: AppContext, mount: Mount): void {
  mount('account.verifyPassword', async ({ session, body }) => {
    await verifyPassword(ctx, session.memberId, body.password)
    return { verified: true } as const
  })

  mount('account.changePassword', async ({ session, body, pinToken, deviceId }) => {
    await changePassword(ctx, { session, deviceId }, body, pinToken)
    return null
  })

  mount('account.delete', async ({ session, body, pinToken, cookies }) => {
    const deleted = await deleteAccount(ctx, session.memberId, body, pinToken)
    cookies.clear()
    return deleted
  })
}
