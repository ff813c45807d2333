import type { Mount } from '#/http/mount.ts'
import type { PaymentState } from '#/modules/chain/payment.service.ts'
import type { Market } from '#/modules/order/order.service.ts'
import { withoutReason } from '#/platform/books/audit-reason.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { fetchProductTokenPrice, fetchTokenPrice } from './product-approval.service.ts'
import {
  addProduct,
  arrangeProducts,
  listAllProducts,
  productDetails,
  updateProduct,
} from './product-plan.service.ts'
import {
  fetchOrderPayment,
  fetchProductMarket,
  buyProduct,
  listProducts,
  showProduct,
  updateProductOrder,
} from './product.service.ts'

export function productRoutes(ctx: AppContext, mount: Mount): void {
  mount('product.list', ({ params, query, session, language }) =>
    listProducts(ctx, { memberId: session.memberId, language }, { ...params, ...query }),
  )
  mount('product.show', ({ params, session, language }) =>
    showProduct(ctx, { memberId: session.memberId, language }, params),
  )
  mount(
    'product.buy',
    ({ params, body, session, tx }, market: Market) =>
      buyProduct(tx, ctx, { ...params, ...body, memberId: session.memberId }, market),
    ({ params }) => fetchProductMarket(ctx, params),
  )
  mount(
    'product.updateOrder',
    ({ params, body, session, tx }, paymentState: PaymentState | undefined) =>
      updateProductOrder(tx, ctx, session.memberId, params, body, paymentState),
    ({ params, body, session }) => fetchOrderPayment(ctx, session.memberId, params, body),
  )
  mount('product.listAll', ({ params }) => listAllProducts(ctx, params.seasonId))
  mount('product.details', ({ params }) => productDetails(ctx, params.productId))
  mount('product.arrange', ({ operator, params, body, tx }) =>
    arrangeProducts(tx, ctx, operator, { ...params, productIds: body.productIds }),
  )
  mount(
    'product.add',
    ({ operator, params, body, tx }, _tokenPrice: string | undefined) =>
      addProduct(tx, ctx, operator, params.seasonId, withoutReason(body)),
    ({ body }) => fetchTokenPrice(ctx, body),
  )
  mount(
    'product.change',
    ({ operator, params, body, tx }, _tokenPrice: string | undefined) =>
      updateProduct(tx, ctx, operator, params.productId, body),
    ({ params }) => fetchProductTokenPrice(ctx, params.productId),
  )
}
