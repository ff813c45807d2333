import { creditEndpoints } from '@solstice/contract/credit.endpoints'
import { historyEndpoints } from '@solstice/contract/history.endpoints'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { refundEndpoints } from '@solstice/contract/refund.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Product = CallData<'product.list'>['list'][number]
export type PayType = Product['payType']
export type Bought = CallData<'product.buy'>
export type Purchase = CallData<'history.list'>['list'][number]
export type PurchaseDetail = CallData<'history.show'>
export type OrderPayment = NonNullable<PurchaseDetail['payment']>
export type RefundType = PurchaseDetail['refundTypes'][number]
export type Credit = CallData<'credit.show'>
export type CreditPackage = Credit['packages'][number]
export type CreditOrder = Credit['orders'][number]

/** More than any season sells, and more than anybody looks through at once. */
const MOST = 100
const RECENT = 50

export const productsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('products', seasonId),
    queryFn: async ({ signal }) =>
      (
        await call(
          productEndpoints['product.list'],
          { params: { seasonId }, query: { size: MOST } },
          { signal },
        )
      ).list,
  })

export const productQuery = (seasonId: number, productId: number) =>
  queryOptions({
    queryKey: programmeKey('product', seasonId, productId),
    queryFn: ({ signal }) =>
      call(productEndpoints['product.show'], { params: { seasonId, productId } }, { signal }),
  })

/** What the member bought last, with orders that still wait. */
export const purchasesQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('purchases', seasonId),
    queryFn: async ({ signal }) =>
      (
        await call(
          historyEndpoints['history.list'],
          { params: { seasonId }, query: { tab: 'Purchased', size: RECENT } },
          { signal },
        )
      ).list,
  })

/** Often while something is on its way; a server's word is waited for, not a network's. */
const LOOK_EVERY_MS = 2000

export const purchaseQuery = (seasonId: number, historyId: number) =>
  queryOptions({
    queryKey: programmeKey('history-item', seasonId, historyId),
    queryFn: ({ signal }) =>
      call(historyEndpoints['history.show'], { params: { seasonId, historyId } }, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })

function isUnderWay(purchase: PurchaseDetail | undefined): boolean {
  return purchase?.status === 'PENDING' || purchase?.status === 'REFUND_REQUESTED'
}

/** Each try is a call of its own: the same change again only answers how the order stands. */
const once = () => ({ idempotencyKey: crypto.randomUUID() })

type ProductPlace = { seasonId: number; productId: number }

export function buyProduct(params: ProductPlace, idempotencyKey: string): Promise<Bought> {
  return call(productEndpoints['product.buy'], { params, body: {} }, { idempotencyKey })
}

export function updateOrder(
  params: ProductPlace & { userProductId: number },
  body: CallInput<'product.updateOrder'>['body'],
): Promise<Bought> {
  return call(productEndpoints['product.updateOrder'], { params, body }, once())
}

export function requestRefund(
  params: { seasonId: number; historyId: number },
  body: CallInput<'refund.request'>['body'],
  idempotencyKey: string,
) {
  return call(refundEndpoints['refund.request'], { params, body }, { idempotencyKey })
}

export const creditQuery = () =>
  queryOptions({
    queryKey: ['credit'],
    queryFn: ({ signal }) => call(creditEndpoints['credit.show'], {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.orders.some(({ status }) => status === 'SUBMITTED') ? LOOK_EVERY_MS : false,
  })

export function buyCredit(packageId: number, idempotencyKey: string): Promise<CreditOrder> {
  return call(creditEndpoints['credit.buy'], { body: { packageId } }, { idempotencyKey })
}

export function updateCreditOrder(
  orderId: number,
  body: CallInput<'credit.updateOrder'>['body'],
): Promise<CreditOrder> {
  return call(creditEndpoints['credit.updateOrder'], { params: { orderId }, body }, once())
}
