import { LATEST } from '@solstice/contract/cursor'
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

/** One page covers every product of a season. */
const MAX_PAGE_SIZE = 100
const RECENT = 50

/** A list polls less often than the screen of a single order. */
const LIST_POLL_MS = 5000

export const productsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('products', seasonId),
    queryFn: async ({ signal }) =>
      (
        await call(
          productEndpoints['product.list'],
          { params: { seasonId }, query: { size: MAX_PAGE_SIZE } },
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

/** Queries the latest purchases, including open orders. */
export const purchasesQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('purchases', seasonId),
    queryFn: async ({ signal }) =>
      (
        await call(
          historyEndpoints['history.list'],
          { params: { seasonId }, query: { tab: 'Purchased', before: LATEST, size: RECENT } },
          { signal },
        )
      ).list,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'PENDING' || status === 'REFUND_REQUESTED')
        ? LIST_POLL_MS
        : false,
  })

const FAST_POLL_MS = 2000
const SLOW_POLL_MS = 10_000

/**
 * Returns the polling interval. Closed orders are polled too, because a late payment can still
 * arrive and be refunded.
 */
export function pollAgainMs(
  status: PurchaseDetail['status'] | CreditOrder['status'] | undefined,
): number | false {
  switch (status) {
    case 'PENDING':
    case 'SUBMITTED':
    case 'REFUND_REQUESTED':
    case 'REFUNDING':
      return FAST_POLL_MS
    case 'FAILED':
    case 'CANCELLED':
      return SLOW_POLL_MS
    case 'COMPLETED':
    case 'REFUNDED':
    case 'REFUND_COMPLETED':
    case 'REFUND_REJECTED':
    case undefined:
      return false
  }
}

export const purchaseQuery = (seasonId: number, historyId: number) =>
  queryOptions({
    queryKey: programmeKey('history-item', seasonId, historyId),
    queryFn: ({ signal }) =>
      call(historyEndpoints['history.show'], { params: { seasonId, historyId } }, { signal }),
    refetchInterval: ({ state }) => pollAgainMs(state.data?.status),
  })

type ProductParams = { seasonId: number; productId: number }

export function buyProduct(params: ProductParams, idempotencyKey: string): Promise<Bought> {
  return call(productEndpoints['product.buy'], { params, body: {} }, { idempotencyKey })
}

export function updateOrder(
  params: ProductParams & { userProductId: number },
  body: CallInput<'product.updateOrder'>['body'],
  idempotencyKey: string,
): Promise<Bought> {
  return call(productEndpoints['product.updateOrder'], { params, body }, { idempotencyKey })
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
      state.data?.orders.some(({ status }) => status === 'SUBMITTED') ? FAST_POLL_MS : false,
  })

export function buyCredit(packageId: number, idempotencyKey: string): Promise<CreditOrder> {
  return call(creditEndpoints['credit.buy'], { body: { packageId } }, { idempotencyKey })
}

export function updateCreditOrder(
  orderId: number,
  body: CallInput<'credit.updateOrder'>['body'],
  idempotencyKey: string,
): Promise<CreditOrder> {
  return call(
    creditEndpoints['credit.updateOrder'],
    { params: { orderId }, body },
    { idempotencyKey },
  )
}
