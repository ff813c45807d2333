import { z } from 'zod'
import { spinProof, spinPrize } from './missions/spin/spin.schemas.ts'
import { pageOf, pageQuery, pathId } from './paging.ts'
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
  /** What it changed; a purchase may take. */
  xp: z.int(),
  tickets: z.int(),
  /** Of a round only. */
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
  /** As the member wrote it. */
  reason: z.string().nullable(),
  status: z.enum(['REFUND_REQUESTED', 'REFUND_COMPLETED', 'REFUND_REJECTED']),
  outcome: refundOutcome.nullable(),
  /** What an operator wrote with the decision. */
  note: z.string().nullable(),
  /** Deducted from tokens that no order waited for, before they went back. */
  networkFee: z.object({ amount: z.string(), tokenSymbol: z.string() }).nullable(),
  /** Of tokens that went back. */
  txHash: z.string().nullable(),
  requestedAt: time,
  decidedAt: time.nullable(),
})

/** Where the XP of a check-in or a mission came from. */
const breakdown = z.object({
  baseXp: count,
  fifthBonusXp: count,
  levelBonusXp: count,
  tierBonusXp: count,
})

export const historySchemas = {
  'history.list': {
    params: seasonParams,
    query: z.strictObject({ ...pageQuery, tab: tab.default('Earned') }),
    data: pageOf(history),
  },
  'history.show': {
    params: seasonParams.extend({ historyId: pathId }),
    data: history.extend({
      refund: refund.nullable(),
      /** What a member may ask for now; empty where `refundable` is false. */
      refundTypes: z.array(refundType),
      /** Of a purchase that is paid on chain, also of a payment that belongs to no order. */
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
    query: z.strictObject({ ...pageQuery, missionId: pathId.optional() }),
    data: pageOf(
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
