import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { creditEndpoints } from '@solstice/contract/credit.endpoints'
import { orderEndpoints } from '@solstice/contract/order.endpoints'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { refundEndpoints } from '@solstice/contract/refund.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { queryClient } from '#/lib/query-client.ts'
import type { Confirmed } from '#/shell/use-confirmation.ts'

export type Product = CallData<'product.details'>
export type CreditPackage = CallData<'credit.listAll'>['list'][number]
export type Order = CallData<'order.listAll'>['list'][number]
export type UnmatchedPayment = CallData<'order.unmatched'>['list'][number]

const KEY = 'shop'

export const productsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: [KEY, 'products', seasonId],
    queryFn: ({ signal }) =>
      call(productEndpoints['product.listAll'], { params: { seasonId } }, { signal }),
  })

export const productQuery = (productId: number) =>
  queryOptions({
    queryKey: [KEY, 'product', productId],
    queryFn: ({ signal }) =>
      call(productEndpoints['product.details'], { params: { productId } }, { signal }),
  })

export const packagesQuery = queryOptions({
  queryKey: [KEY, 'packages'],
  queryFn: ({ signal }) => call(creditEndpoints['credit.listAll'], {}, { signal }),
})

export type OrderQuery = CallInput<'order.listAll'>['query']

export const ordersQuery = (query: OrderQuery) =>
  queryOptions({
    queryKey: [KEY, 'orders', query],
    queryFn: ({ signal }) => call(orderEndpoints['order.listAll'], { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (orderId: number) =>
  queryOptions({
    queryKey: [KEY, 'order', orderId],
    queryFn: ({ signal }) =>
      call(orderEndpoints['order.show'], { params: { orderId } }, { signal }),
  })

export const unmatchedQuery = (query: CallInput<'order.unmatched'>['query']) =>
  queryOptions({
    queryKey: [KEY, 'unmatched', query],
    queryFn: ({ signal }) => call(orderEndpoints['order.unmatched'], { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Reads products, packages, orders and payments again. */
export const readShop = () => queryClient.invalidateQueries({ queryKey: [KEY] })

export type ProductChange = Omit<CallInput<'product.change'>['body'], 'reason'>

export const changeProduct = (
  productId: number,
  change: ProductChange,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    productEndpoints['product.change'],
    { params: { productId }, body: { ...change, ...(reason !== '' && { reason }) } },
    { idempotencyKey },
  )

export const arrangeProducts = (seasonId: number, productIds: number[]) =>
  call(
    productEndpoints['product.arrange'],
    { params: { seasonId }, body: { productIds } },
    { idempotencyKey: crypto.randomUUID() },
  )

export const addProduct = (
  seasonId: number,
  product: Omit<CallInput<'product.add'>['body'], 'reason'>,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    productEndpoints['product.add'],
    { params: { seasonId }, body: { ...product, ...(reason !== '' && { reason }) } },
    { idempotencyKey },
  )

export const sellPackage = (
  packageId: number,
  onSale: boolean,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    creditEndpoints['credit.changePackage'],
    { params: { packageId }, body: { onSale, ...(reason !== '' && { reason }) } },
    { idempotencyKey },
  )

export const addPackage = (
  added: Omit<CallInput<'credit.addPackage'>['body'], 'reason'>,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    creditEndpoints['credit.addPackage'],
    { body: { ...added, ...(reason !== '' && { reason }) } },
    { idempotencyKey },
  )

export const matchPayment = (
  paymentId: number,
  userId: number,
  { reason, idempotencyKey }: Confirmed,
) =>
  call(
    refundEndpoints['refund.openForPayment'],
    { params: { paymentId }, body: { userId, reason } },
    { idempotencyKey },
  )
