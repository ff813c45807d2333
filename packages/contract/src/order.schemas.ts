import { z } from 'zod'
import { cursorPageOf, digits, idCursorQuery, pathId } from './paging.ts'
import { payType, txHash } from './product.schemas.ts'
import { refundState } from './refund.schemas.ts'
import { amountText, id, time } from './schema.ts'
import { count } from './season.schemas.ts'

const orderState = z.enum([
  'OPEN',
  'SUBMITTED',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'REFUNDED',
  'REVERSED',
])

const order = z.object({
  orderId: id,
  userId: id,
  nickname: z.string(),
  seasonId: id.nullable(),
  productId: id.nullable(),
  packageId: id.nullable(),
  /** The name of the product or package in the caller's language. */
  name: z.string(),
  quantity: id,
  payType,
  price: amountText,
  /** The symbol of the token, XP or TICKET. */
  unit: z.string(),
  state: orderState,
  refundId: id.nullable(),
  txHash: txHash.nullable(),
  createdAt: time,
  completedAt: time.nullable(),
})

const seenPayment = z.object({
  paymentId: id,
  state: z.enum(['SEEN', 'CREDITED', 'REFUNDED', 'FOREIGN', 'REVERSED']),
  network: z.string(),
  chainId: id,
  txHash,
  blockNumber: count,
  payer: z.string(),
  amount: amountText,
  /** Empty for a token that is not listed any more. */
  symbol: z.string(),
  paidAt: time,
})

const idFilter = digits(z.coerce.number().int().positive()).optional()

export const orderSchemas = {
  'order.listAll': {
    query: z.strictObject({
      ...idCursorQuery,
      productId: idFilter,
      packageId: idFilter,
      userId: idFilter,
      state: orderState.optional(),
    }),
    data: cursorPageOf(order).extend({
      /** True if more orders match than the list counts. */
      isCountPartial: z.boolean(),
    }),
  },
  'order.show': {
    params: z.strictObject({ orderId: pathId }),
    data: order.extend({
      givesXp: count,
      givesTickets: count,
      givesCredit: count,
      /** The wallet that was registered when the order opened; its transfer counts. */
      payer: z.string().nullable(),
      payTo: z.string().nullable(),
      expiresAt: time.nullable(),
      ledgerTransactionId: id.nullable(),
      payments: z.array(seenPayment),
    }),
  },
  'order.unmatched': {
    query: z.strictObject({
      ...idCursorQuery,
      /**
       * `unknown`: nobody's wallet, not matched or declined; `waiting`: a member's, not returned yet;
       * `done`: decided.
       */
      kind: z.enum(['unknown', 'waiting', 'done']).default('unknown'),
    }),
    data: cursorPageOf(
      seenPayment.extend({
        /**
         * The member to whom it belongs, and the refund that returns it; of an unknown one, those of
         * the match that was declined last.
         */
        userId: id.nullable(),
        nickname: z.string().nullable(),
        refundId: id.nullable(),
        refundState: refundState.nullable(),
      }),
    ).extend({ isCountPartial: z.boolean() }),
  },
} as const
