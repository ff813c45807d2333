import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { decideByOperator, listRefunds } from './refund-operator.service.ts'
import { requestRefund } from './refund.service.ts'

export function refundRoutes(ctx: AppContext, mount: Mount): void {
  mount('refund.request', ({ params, body, session, tx }) =>
    requestRefund(tx, ctx, { ...params, memberId: session.memberId }, body),
  )
  mount('refund.queue', ({ query }) => listRefunds(ctx, query))
  mount('refund.decide', ({ operator, params, body, tx }) =>
    decideByOperator(tx, ctx, operator, { ...params, ...body }),
  )
}
