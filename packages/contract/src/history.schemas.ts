import { z } from 'zod'
import { spinProof, spinPrize } from './missions/spin/spin.schemas.ts'
import { cursorPageOf, idCursorQuery, pairCursorQuery, pathId } from './paging.ts'
import { orderPayment } from './product.schemas.ts'
import { refundOutcome, refundType } from './refund.schemas.ts'
import { id, time } from './schema.ts'
import { count, seasonParams, tokenAmount } from './season.schemas.ts'

const tab = z.enum(['Earned', 'Purchased'])

const history = z.object({
  historyId: id,
  seasonId: id,
  tab,
  kind: z.enum([
    'CHECK_IN',
    'SPIN',
    'TICKET',
    'INVITE',
    'MISSION',
    'PURCHASE',
    'REFUND',
    'ROUND_REWARD',
  ]),
  title: z.string(),
  /** The change in XP; a purchase may make it negative. */
  xp: z.int(),
  tickets: z.int(),
  /** Set for a round only. */
  reward: z.object({ amount: tokenAmount, symbol: z.string() }).nullable(),
  createdAt: time,
  missionId: id.nullable(),
  productId: id.nullable(),
  userProductId: id.nullable(),
  status: z.enum([
    'PENDING',
    'COMPLETED',
    'FAILED',
    'CANCELLED',
    'REFUND_REQUESTED',
    'REFUND_COMPLETED',
    'REFUND_REJECTED',
  ]),
  refundable: z.boolean(),
  txHash: z.string().nullable(),
})

const refund = z.object({
  type: refundType,
  /** The reason as the member wrote it. */
  reason: z.string().nullable(),
  status: z.enum(['REFUND_REQUESTED', 'REFUND_COMPLETED', 'REFUND_REJECTED']),
  outcome: refundOutcome.nullable(),
  /** The note an operator wrote with the decision. */
  note: z.string().nullable(),
  /** Deducted before the refund of a payment that matched no order. */
  networkFee: z.object({ amount: z.string(), tokenSymbol: z.string() }).nullable(),
  /** Set for refunded tokens. */
  txHash: z.string().nullable(),
  requestedAt: time,
  decidedAt: time.nullable(),
})

/** Breaks down the XP of a check-in or a mission by source. */
const breakdown = z.object({
  baseXp: count,
  fifthBonusXp: count,
  levelBonusXp: count,
  tierBonusXp: count,
})

export const historySchemas = {
  'history.list': {
    params: seasonParams,
    query: z.strictObject({ ...idCursorQuery, tab: tab.default('Earned') }),
    data: cursorPageOf(history),
  },
  'history.show': {
    params: seasonParams.extend({ historyId: pathId }),
    data: history.extend({
      refund: refund.nullable(),
      /** Refund types the member may request now; empty if `refundable` is false. */
      refundTypes: z.array(refundType),
      /** Set for an on-chain purchase and for a payment that matches no order. */
      payment: orderPayment.nullable(),
      breakdown: breakdown.nullable(),
      spin: z
        .object({
          prizes: z.array(spinPrize),
          prizeIndex: count,
          usedTicket: z.boolean(),
          proof: spinProof,
        })
        .nullable(),
    }),
  },
  'history.tickets': {
    params: seasonParams,
    query: z.strictObject({ ...pairCursorQuery, missionId: pathId.optional() }),
    data: cursorPageOf(
      z.object({
        ticketHistoryId: id,
        change: z.int(),
        reason: z.enum(['CLAIM', 'SPIN', 'PURCHASE', 'REFUND', 'PRODUCT', 'ADJUSTMENT']),
        balance: count,
        createdAt: time,
      }),
    ),
  },
} as const
