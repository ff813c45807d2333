import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { requestRefund } from './refund.service.ts'

export function refundRoutes(ctx: AppContext, mount: Mount): void {
  mount('refund.request', ({ params, body, session, tx }) =>
    requestRefund(tx, ctx, { ...params, memberId: session.memberId }, body),
  )
}
