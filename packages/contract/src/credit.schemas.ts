import { z } from 'zod'
import { pathId } from './paging.ts'
import { orderChange, orderPayment } from './product.schemas.ts'
import { address, amountText, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

const creditPackage = z.object({
  packageId: id,
  credit: id,
  price: amountText,
  symbol: z.string(),
  decimals: count,
  chainId: id,
  contractAddress: address.nullable(),
  payTo: address,
})

const order = z.object({
  orderId: id,
  /** SUBMITTED has a transaction that is not final yet; REFUNDED was paid too late and sent back. */
  status: z.enum(['PENDING', 'SUBMITTED', 'COMPLETED', 'FAILED', 'CANCELLED', 'REFUNDED']),
  credit: id,
  price: amountText,
  payTo: address,
  chainId: id,
  contractAddress: address.nullable(),
  expiresAt: time,
  payment: orderPayment,
  createdAt: time,
  balance: count,
})

export const creditSchemas = {
  'credit.show': {
    data: z.object({
      balance: count,
      packages: z.array(creditPackage),
      /** Newest first, the last twenty. */
      orders: z.array(order),
    }),
  },
  'credit.buy': { body: z.strictObject({ packageId: id }), data: order },
  'credit.updateOrder': {
    params: z.strictObject({ orderId: pathId }),
    body: orderChange,
    data: order,
  },
} as const
