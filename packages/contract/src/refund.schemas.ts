import { z } from 'zod'
import { cursorPageOf, digits, pathId, timeCursorQuery } from './paging.ts'
import { payType, txHash } from './product.schemas.ts'
import { amountText, auditReason, auditText, id, time } from './schema.ts'
import { count, seasonParams } from './season.schemas.ts'

export const REFUND_NOTE_MAX = 500

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

/** UNMATCHED is a payment that matches no order. */
const operatorRefundType = z.enum([...refundType.options, 'UNMATCHED'])

/** The things that a purchase gave, or those of them that a member still has. */
const gift = z.object({ xp: count, tickets: count, credit: count })

const operatorRefund = z.object({
  refundId: id,
  userId: id,
  nickname: z.string(),
  /** The language of the member, in which the note is read. */
  language: z.enum(['en', 'ko']),
  type: operatorRefundType,
  reason: z.string().nullable(),
  state: refundState,
  /** True while the request waits for an operator. */
  forOperator: z.boolean(),
  outcome: refundOutcome.nullable(),
  note: z.string().nullable(),
  /** The order of the purchase; null for an unmatched payment. */
  orderId: id.nullable(),
  product: z.string().nullable(),
  quantity: id,
  /** The paid amount, formatted for display: '5 USDS', '300 XP'. */
  price: z.string(),
  /** The paid amount in whole units of the symbol. */
  amount: amountText,
  /** The symbol of a token, XP or TICKET; empty for a token that is not listed any more. */
  symbol: z.string(),
  payType,
  /** The things that the purchase gave; zero while it is not credited. */
  given: gift,
  /** The part of it that the member still has and that could be taken back. */
  recoverable: gift,
  /** The member's other refunds and all orders, before this decision. */
  earlier: z.object({ refunds: count, granted: count, orders: count }),
  /**
   * The outcome by the rule with the facts of now; null if no rule applies, as to payments that
   * match no order, and for decided requests. WAITS is a payment that may still arrive.
   */
  expectedOutcome: z.enum([...refundOutcome.options, 'WAITS']).nullable(),
  /** The operator who works on it. */
  claimedBy: z.string().nullable(),
  claimedUntil: time.nullable(),
  /** True while the caller holds the claim. */
  isMine: z.boolean(),
  /** The proposal that waits for a second person to grant it. */
  approvalId: id.nullable(),
  txHash: z.string().nullable(),
  payoutId: id.nullable(),
  requestedAt: time,
  decidedAt: time.nullable(),
})

/** The events around a refund, oldest first. */
const refundEvent = z.object({
  kind: z.enum([
    'ORDER_PLACED',
    'PAYMENT_SEEN',
    'PAYMENT_SETTLED',
    'CREDITED',
    'SPENT',
    'REQUESTED',
    'DECIDED',
    'PAYOUT_SENT',
    'PAYOUT_CONFIRMED',
  ]),
  at: time,
  /** The order, the block of a payment, the transaction of the ledger or the payout. */
  reference: id.nullable(),
  /** The network of a payment. */
  network: z.string().nullable(),
  /** The hash of a transfer. */
  txHash: z.string().nullable(),
  /** XP and tickets that were credited or spent. */
  xp: z.int(),
  tickets: z.int(),
})

const refundFact = z.object({
  name: z.enum([
    'TYPE',
    'ORDER_STATE',
    'COMPLETED_AT',
    'REQUESTED_AT',
    'COVERS_GIFT',
    'PAYMENT',
    'NAMED_UNSEEN',
  ]),
  value: z.union([z.string(), z.boolean(), z.null()]),
})

const refundDetail = operatorRefund.extend({
  /** The product in the language of the member; null for a payment that matches no order. */
  memberProduct: z.string().nullable(),
  order: z
    .object({
      orderId: id,
      state: z.string(),
      seasonId: id.nullable(),
      createdAt: time,
      completedAt: time.nullable(),
      expiresAt: time.nullable(),
    })
    .nullable(),
  /** The payment on chain; null for purchases with XP or tickets and if none was seen. */
  payment: z
    .object({
      state: z.enum(['SEEN', 'CREDITED', 'REFUNDED', 'FOREIGN', 'REVERSED']),
      network: z.string(),
      chainId: id,
      txHash: z.string(),
      blockNumber: count,
      payer: z.string(),
      amount: amountText,
      paidAt: time,
    })
    .nullable(),
  /** The address to which the money would be sent. */
  payTo: z.string().nullable(),
  events: z.array(refundEvent),
  /** The facts from which the rule decides; empty if no rule applies. */
  facts: z.array(refundFact),
  /** Tokens that the caller has granted alone on this programme day, and the limits. */
  today: z.object({ granted: amountText, each: count, day: count }),
})

const refundParams = z.strictObject({ refundId: pathId })

export const refundSchemas = {
  'refund.request': {
    params: seasonParams.extend({ historyId: pathId }),
    body: z
      .strictObject({
        type: refundType,
        /** Required for OTHER. */
        reason: z.string().trim().max(REFUND_NOTE_MAX).optional(),
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
    query: z.strictObject({
      /** `before` continues behind an entry in the order of the list, also while entries leave it. */
      ...timeCursorQuery,
      state: refundState.optional(),
      type: operatorRefundType.optional(),
      userId: digits(z.coerce.number().int().positive()).optional(),
      /** `true`: only requests that no rule decides; `false`: only those left to the rule. */
      forOperator: z.enum(['true', 'false']).optional(),
      /** `me`: claimed by the caller; `others`: by somebody else; `nobody`: free. */
      claimedBy: z.enum(['me', 'others', 'nobody']).optional(),
    }),
    data: cursorPageOf(operatorRefund).extend({
      /** The tokens that the caller has granted alone on this programme day, and the limit. */
      today: z.object({ granted: amountText, day: count }),
    }),
  },
  'refund.show': { params: refundParams, data: refundDetail },
  'refund.claim': { params: refundParams, data: operatorRefund },
  'refund.release': { params: refundParams, data: operatorRefund },
  'refund.decide': {
    params: refundParams,
    body: z.strictObject({
      approve: z.boolean(),
      /** The member reads it, and it is the reason in the audit. */
      note: auditText(REFUND_NOTE_MAX),
    }),
    data: operatorRefund,
  },
  'refund.openForPayment': {
    params: z.strictObject({ paymentId: pathId }),
    body: z.strictObject({ userId: id, reason: auditReason }),
    data: operatorRefund,
  },
} as const
