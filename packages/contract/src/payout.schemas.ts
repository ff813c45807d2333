import { z } from 'zod'
import { PAYOUT_PURPOSES } from '@solstice/rules/payout'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { address, amountUpTo, auditReason as reason, id, time } from './schema.ts'
import { count, tokenAmount } from './season.schemas.ts'

export const payoutState = z.enum(['QUEUED', 'RESERVED', 'SENT', 'CONFIRMED', 'FAILED'])

const payout = z.object({
  payoutId: id,
  /**
   * CANCEL uses up the nonce of an unsigned payout with a transaction that pays nothing. DEPLOY,
   * FUND, ROOT, CLAIM and ANCHOR call contracts of the programme.
   */
  purpose: z.enum(PAYOUT_PURPOSES),
  /** Identifies the reason for the payout, such as `refund:17`. */
  key: z.string(),
  /** Null for a transaction of the programme itself. */
  userId: id.nullable(),
  /** The recipient, or the contract that is called; the zero address if one is created. */
  address,
  amount: tokenAmount,
  symbol: z.string(),
  /** Null while no network has the token. */
  chainId: id.nullable(),
  state: payoutState,
  nonce: count.nullable(),
  txHash: z.string().nullable(),
  /**
   * The reason for the hold: MEMBER_CAP, DAY_CAP, ABOVE_CAP, NO_CAP, PAUSED, FROZEN,
   * MEMBER_SUSPENDED, MEMBER_DISABLED, LOW_BALANCE, SIGNER_…, SECOND_NODE.
   */
  heldFor: z.string().nullable(),
  notBefore: time.nullable(),
  failure: z.string().nullable(),
  createdAt: time,
  confirmedAt: time.nullable(),
})

const lane = z.object({
  chainId: id,
  networkName: z.string(),
  address: address.nullable(),
  nextNonce: count.nullable(),
  frozenAt: time.nullable(),
  frozenFor: z.string().nullable(),
  lowSince: time.nullable(),
  lowFor: z.string().nullable(),
  waiting: count,
  onTheWay: count,
  /** Null if the node does not respond. */
  balances: z.array(z.object({ symbol: z.string(), amount: tokenAmount })).nullable(),
})

const treasury = z.object({
  stoppedAt: time.nullable(),
  stoppedFor: z.string().nullable(),
  lanes: z.array(lane),
  /** These caps can only lower the hard limits of the signer. */
  caps: z.array(
    z.object({
      symbol: z.string(),
      perMember: tokenAmount,
      perDay: tokenAmount,
      refundsPerDay: tokenAmount,
      /** Payouts of this programme day that count towards `perDay`; refunds count separately. */
      paidToday: tokenAmount,
      refundedToday: tokenAmount,
    }),
  ),
})

/** Null selects all chains. */
const chainId = id.nullable().default(null)

export const payoutSchemas = {
  'payout.list': {
    query: z.strictObject({
      ...pageQuery,
      state: payoutState.optional(),
      userId: pathId.optional(),
    }),
    data: pageOf(payout),
  },
  'payout.cancel': {
    params: z.strictObject({ payoutId: pathId }),
    body: z.strictObject({ reason }),
    data: payout,
  },
  'payout.treasury': { data: treasury },
  'payout.freeze': { body: z.strictObject({ chainId, reason }), data: treasury },
  'payout.unfreeze': {
    body: z.strictObject({ chainId, reason, adopt: z.boolean().default(false) }),
    data: treasury,
  },
  'payout.setCaps': {
    params: z.strictObject({ symbol: z.string().min(1).max(16) }),
    /** Refunds have a separate budget, which defaults to `perDay`. */
    body: z.strictObject({
      perMember: amountUpTo(100_000),
      perDay: amountUpTo(1_000_000),
      refundsPerDay: amountUpTo(1_000_000).optional(),
      reason,
    }),
    data: treasury,
  },
} as const
