import type { Mount } from '#/http/mount.ts'
import type { PaymentState } from '#/modules/chain/payment.service.ts'
import type { Market } from '#/modules/order/order.service.ts'
import { withoutReason } from '#/platform/books/audit-reason.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { addPackage, listAllPackages, sellPackage } from './credit-plan.service.ts'
import {
  fetchCreditOrderPayment,
  fetchPackageMarket,
  buyCredit,
  showCredit,
  updateCreditOrder,
} from './credit.service.ts'

export function creditRoutes(ctx: AppContext, mount: Mount): void {
  mount('credit.show', ({ session }) => showCredit(ctx, session.memberId))
  mount(
    'credit.buy',
    ({ body, session, tx }, market: Market) =>
      buyCredit(tx, ctx, session.memberId, body.packageId, market),
    ({ body }) => fetchPackageMarket(ctx, body.packageId),
  )
  mount(
    'credit.updateOrder',
    ({ params, body, session, tx }, paymentState: PaymentState | undefined) =>
      updateCreditOrder(
        tx,
        ctx,
        { ...params, memberId: session.memberId, change: body },
        paymentState,
      ),
    ({ params, body, session }) =>
      fetchCreditOrderPayment(ctx, session.memberId, params.orderId, body),
  )
  mount('credit.listAll', () => listAllPackages(ctx))
  mount('credit.addPackage', ({ operator, body, tx }) =>
    addPackage(tx, ctx, operator, withoutReason(body)),
  )
  mount('credit.changePackage', ({ operator, params, body, tx }) =>
    sellPackage(tx, ctx, operator, params.packageId, body.onSale),
  )
}
