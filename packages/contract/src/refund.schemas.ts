import { z } from 'zod'
import { pathId } from './paging.ts'
import { txHash } from './product.schemas.ts'
import { id, time } from './schema.ts'
import { seasonParams } from './season.schemas.ts'

export const REFUND_REASON_MAX = 500

export const refundType = z.enum(['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'])

/** What became of a request that is decided. */
export const refundOutcome = z.enum([
  /** The payment was found and what was bought has been credited. */
  'CREDITED',
  /** Paid back: XP and tickets at once, tokens when their transfer is final. */
  'REFUNDED',
  /** It had been credited all along. */
  'WAS_CREDITED',
  /** No payment was found. */
  'NOTHING_PAID',
  /** What the product gave is no longer there to be taken back. */
  'SPENT',
  /** An operator said no, with the note. */
  'DECLINED',
])

export const refundSchemas = {
  'refund.request': {
    params: seasonParams.extend({ historyId: pathId }),
    body: z
      .strictObject({
        type: refundType,
        /** Needed for OTHER. */
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
} as const
