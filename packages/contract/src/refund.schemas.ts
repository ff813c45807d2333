import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { txHash } from './product.schemas.ts'
import { auditText, id, time } from './schema.ts'
import { seasonParams } from './season.schemas.ts'

const REFUND_REASON_MAX = 500

export const refundType = z.enum(['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'])

/** The outcome of a decided request. */
export const refundOutcome = z.enum([
  /** The payment was found and the purchase has been credited. */
  'CREDITED',
  /** Refunded: XP and tickets immediately, tokens when their transfer is final. */
  'REFUNDED',
  /** The purchase had already been credited. */
  'WAS_CREDITED',
  /** No payment was found. */
  'NOTHING_PAID',
  /** The member has already spent what the product gave. */
  'SPENT',
  /** An operator declined the request, with the note. */
  'DECLINED',
])

export const refundState = z.enum(['REQUESTED', 'APPROVED', 'COMPLETED', 'REJECTED'])

const operatorRefund = z.object({
  refundId: id,
  userId: id,
  /** UNMATCHED is a payment that matches no order. */
  type: z.enum([...refundType.options, 'UNMATCHED']),
  reason: z.string().nullable(),
  state: refundState,
  /** True while the request waits for an operator. */
  forOperator: z.boolean(),
  outcome: refundOutcome.nullable(),
  note: z.string().nullable(),
  /** The order of the purchase; null for an unmatched payment. */
  orderId: id.nullable(),
  product: z.string().nullable(),
  /** The paid amount, formatted for display: '5 USDS', '300 XP'. */
  price: z.string(),
  txHash: z.string().nullable(),
  payoutId: id.nullable(),
  requestedAt: time,
  decidedAt: time.nullable(),
})

export const refundSchemas = {
  'refund.request': {
    params: seasonParams.extend({ historyId: pathId }),
    body: z
      .strictObject({
        type: refundType,
        /** Required for OTHER. */
        reason: z.string().trim().max(REFUND_REASON_MAX).optional(),
        txHash: txHash.optional(),
      })
      .refine(({ type, reason }) => type !== 'OTHER' || (reason ?? '') !== ''),
    data: z.object({
      historyId: id,
      status: z.literal('REFUND_REQUESTED'),
      requestedAt: time,
    }),
  },
  'refund.queue': {
    query: z.strictObject({ ...pageQuery, state: refundState.optional() }),
    data: pageOf(operatorRefund),
  },
  'refund.decide': {
    params: z.strictObject({ refundId: pathId }),
    body: z.strictObject({
      approve: z.boolean(),
      /** The member reads it, and it is the reason in the audit. */
      note: auditText(REFUND_REASON_MAX),
    }),
    data: operatorRefund,
  },
} as const
