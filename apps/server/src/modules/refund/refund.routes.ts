import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { claimRefund, releaseRefund } from './refund-claim.service.ts'
import { decideByOperator } from './refund-operator.service.ts'
import { listRefunds } from './refund-queue.service.ts'
import { showRefund } from './refund-show.service.ts'
import { requestRefund } from './refund.service.ts'
import { openRefundForPayment } from './unmatched-payment.service.ts'

export function refundRoutes(ctx: AppContext, mount: Mount): void {
  mount('refund.request', ({ params, body, session, tx }) =>
    requestRefund(tx, ctx, { ...params, memberId: session.memberId }, body),
  )
  mount('refund.queue', ({ operator, query }) => listRefunds(ctx, operator, query))
  mount('refund.show', ({ operator, params }) => showRefund(ctx, operator, params.refundId))
  mount('refund.claim', ({ operator, params, tx }) =>
    claimRefund(tx, ctx, operator, params.refundId),
  )
  mount('refund.release', ({ operator, params, tx }) =>
    releaseRefund(tx, ctx, operator, params.refundId),
  )
  mount('refund.decide', ({ operator, params, body, tx }) =>
    decideByOperator(tx, ctx, operator, { ...params, ...body }),
  )
  mount('refund.openForPayment', ({ operator, params, body, tx }) =>
    openRefundForPayment(tx, ctx, operator, { ...params, userId: body.userId }),
  )
}
