import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { sendTest, subscribe, unsubscribe } from './push.service.ts'

export function pushRoutes(ctx: AppContext, mount: Mount): void {
  mount('push.subscribe', async ({ session, body }) => {
    await subscribe(ctx, session, body)
    return null
  })
  mount('push.unsubscribe', async ({ body }) => {
    await unsubscribe(ctx, body.endpoint)
    return null
  })
  mount('push.test', ({ session, body }) => sendTest(ctx, session.memberId, body))
}
