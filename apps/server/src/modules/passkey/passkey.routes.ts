import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { addPasskey, listPasskeys, removePasskey } from './passkey.service.ts'

export function passkeyRoutes(ctx: AppContext, mount: Mount): void {
  mount('passkey.list', ({ session }) => listPasskeys(ctx, session.memberId))

  mount('passkey.add', ({ session, body, pinToken }) =>
    addPasskey(ctx, session.memberId, body, pinToken),
  )

  mount('passkey.remove', async ({ session, params, pinToken }) => {
    await removePasskey(ctx, session.memberId, params.credentialId, pinToken)
    return null
  })
}
