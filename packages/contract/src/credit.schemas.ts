import { z } from 'zod'
import { pathId } from './paging.ts'
import { orderChange, orderPayment } from './product.schemas.ts'
import { address, amountText, amountUpTo, auditReason, id, time } from './schema.ts'
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
  /**
   * SUBMITTED has a transaction that is not final yet. REFUNDING was paid too late and is being
   * returned; REFUNDED has been returned.
   */
  status: z.enum([
    'PENDING',
    'SUBMITTED',
    'COMPLETED',
    'FAILED',
    'CANCELLED',
    'REFUNDING',
    'REFUNDED',
  ]),
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

const operatorPackage = z.object({
  packageId: id,
  position: count,
  credit: id,
  /** The price is formatted for display: '5 USDS'. */
  price: z.string(),
  chainId: id,
  onSale: z.boolean(),
})

export const creditSchemas = {
  'credit.show': {
    data: z.object({
      balance: count,
      packages: z.array(creditPackage),
      /** Contains the last twenty orders, newest first. */
      orders: z.array(order),
    }),
  },
  'credit.buy': { body: z.strictObject({ packageId: id }), data: order },
  'credit.updateOrder': {
    params: z.strictObject({ orderId: pathId }),
    body: orderChange,
    data: order,
  },
  'credit.listAll': { data: z.object({ list: z.array(operatorPackage) }) },
  'credit.addPackage': {
    body: z.strictObject({
      credit: id.max(1_000_000_000),
      price: amountUpTo(1_000_000),
      chainId: id,
      contract: z.union([address, z.literal('native')]),
      position: count.max(1_000_000).default(100),
      reason: auditReason.optional(),
    }),
    data: operatorPackage,
  },
  'credit.changePackage': {
    params: z.strictObject({ packageId: pathId }),
    body: z.strictObject({ onSale: z.boolean(), reason: auditReason.optional() }),
    data: operatorPackage,
  },
} as const
