import { z } from 'zod'
import { CONTRACT_KINDS, PAYOUT_PURPOSES } from '@solstice/rules/payout'
import { ADOPT_OBSTACLES, RECOVERY_CASES } from '@solstice/rules/treasury-recovery'
import { digits, pageOf, pageQuery, pathId } from './paging.ts'
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
   * FAIR_PLAY, MEMBER_SUSPENDED, MEMBER_DISABLED, LOW_BALANCE, SIGNER_…, SECOND_NODE.
   */
  heldFor: z.string().nullable(),
  notBefore: time.nullable(),
  failure: z.string().nullable(),
  createdAt: time,
  confirmedAt: time.nullable(),
})

/** The most payouts that a reply counts and adds up. */
export const PAYOUTS_COUNTED_MAX = 10_000
/** The most payouts of one part of an export. */
const PAYOUT_EXPORT_SIZE_MAX = 2000

/** Selects payouts that wait for any reason. A reason without its suffix selects all with it. */
export const HELD_FOR_ANY = 'ANY'

const payoutFilter = {
  state: payoutState.optional(),
  purpose: z.enum(PAYOUT_PURPOSES).optional(),
  symbol: z.string().min(1).max(16).optional(),
  chainId: pathId.optional(),
  userId: pathId.optional(),
  /** A reason such as DAY_CAP, SIGNER for every reason of the signer, or ANY. */
  heldFor: z
    .string()
    .regex(/^[A-Z][A-Z_]{1,39}$/)
    .optional(),
  from: time.optional(),
  /** The first instant after the range. */
  to: time.optional(),
}

const sums = z.array(z.object({ symbol: z.string(), count, amount: tokenAmount }))

const timelineStep = z.object({
  kind: z.enum(['REQUESTED', 'RESERVED', 'SIGNED', 'SENT', 'REPLACED', 'CONFIRMED', 'FAILED']),
  at: time,
  nonce: count.nullable(),
  /** In the coin of the network: the highest fee of a signature, and the paid one once it is final. */
  maxFee: tokenAmount.nullable(),
  fee: tokenAmount.nullable(),
  raisedPercent: z.int().nullable(),
  txHash: z.string().nullable(),
  block: count.nullable(),
})

const payoutDetail = payout.extend({
  nickname: z.string().nullable(),
  networkName: z.string().nullable(),
  /** The symbol of the coin that pays the fee. */
  coin: z.string().nullable(),
  /** The address of the network's explorer; empty if it has none. */
  scanUrl: z.string(),
  confirmations: count.nullable(),
  timeline: z.array(timelineStep),
  /** The kind of contract that a DEPLOY creates, and the number that a ROOT or ANCHOR posts. */
  creates: z.enum(CONTRACT_KINDS).nullable(),
  subject: count.nullable(),
  /** The payout whose nonce a CANCEL uses up, and the newest CANCEL for this payout. */
  cancels: id.nullable(),
  cancelledBy: id.nullable(),
  /** Why the rule would hold it now, if it waits; the treasury's balance is not read. */
  holdNow: z.string().nullable(),
  /** Whether its network or the whole treasury is frozen. */
  isStopped: z.boolean(),
  /** The caps of its token and what they have left today, if it waits. */
  caps: z
    .object({
      perMember: tokenAmount,
      perDay: tokenAmount,
      refundsPerDay: tokenAmount,
      paidToMember: tokenAmount,
      paidToday: tokenAmount,
      refundedToday: tokenAmount,
    })
    .nullable(),
  canCancel: z.boolean(),
})

const balances = z.array(z.object({ symbol: z.string(), amount: tokenAmount }))

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
  /** The lowest nonce that is reserved and not final. */
  nextReserved: count.nullable(),
  /** Null if the node does not respond. */
  balances: balances.nullable(),
  /** The balances of the last time that the node responded, while it does not. */
  lastKnown: z.object({ at: time, balances }).nullable(),
  /** The amount that open payouts, waiting rewards and roots without funds will take. */
  owed: balances,
  /** The payouts of this programme day on this network, refunds included. */
  paidToday: balances,
  /** The coin that pays the fees, and for how many days it lasts at the pace of two weeks. */
  feeCoin: z.object({
    symbol: z.string(),
    amount: tokenAmount.nullable(),
    days: count.nullable(),
  }),
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
      /** The caps of a new development server; null for every other token. */
      default: z
        .object({ perMember: tokenAmount, perDay: tokenAmount, refundsPerDay: tokenAmount })
        .nullable(),
    }),
  ),
})

/** An amount that may be below zero. */
const balance = z.string().regex(/^-?\d{1,60}(\.\d{1,36})?$/)
const programmeDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const forecast = z.object({
  chainId: id,
  networkName: z.string(),
  symbol: z.string(),
  /** Null if the balance has never been read; then nothing is forecast. */
  balance: tokenAmount.nullable(),
  /** When the balance was read, if the node is silent now. */
  silentSince: time.nullable(),
  owed: tokenAmount,
  /** The withdrawals that are expected a day. */
  pace: tokenAmount,
  runsOutOn: programmeDay.nullable(),
  coveredDays: count,
  missing: tokenAmount,
  days: z.array(
    z.object({
      day: programmeDay,
      settled: tokenAmount,
      /** The rounds that settle on this day, such as `season:4/round:3`. */
      rounds: z.array(z.string()),
      withdrawn: tokenAmount,
      left: balance,
    }),
  ),
})

const recovery = z.object({
  chainId: id,
  networkName: z.string(),
  scanUrl: z.string(),
  confirmations: count,
  frozenAt: time.nullable(),
  frozenFor: z.string().nullable(),
  isStopped: z.boolean(),
  case: z.enum(RECOVERY_CASES),
  adoptObstacle: z.enum(ADOPT_OBSTACLES).nullable(),
  adoptedNonce: count.nullable(),
  database: z.object({ account: address, nextNonce: count, lowestOpen: count }),
  /** The account of the present key; null without one. The nonce is null while the node is silent. */
  chain: z.object({ account: address.nullable(), nonce: count.nullable() }),
  /** Signed payouts that are not final, lowest nonce first. */
  inFlight: z.array(
    z.object({
      payoutId: id,
      purpose: z.enum(PAYOUT_PURPOSES),
      nonce: count,
      /** Another transaction used its nonce, deep enough. */
      isLost: z.boolean(),
    }),
  ),
  /** Final payouts that the chain no longer contains, lowest nonce first. */
  lost: z.array(
    z.object({ payoutId: id, nonce: count, state: payoutState, purpose: z.enum(PAYOUT_PURPOSES) }),
  ),
})

/** Null selects all chains. */
const chainId = id.nullable().default(null)

export const payoutSchemas = {
  'payout.list': {
    query: z.strictObject({ ...pageQuery, ...payoutFilter }),
    data: pageOf(payout).extend({
      /** True if more payouts match than are counted; then `totalCount` is the most counted. */
      isCountPartial: z.boolean(),
      /** By token; null if more payouts match than are added up. */
      sums: sums.nullable(),
    }),
  },
  'payout.export': {
    query: z.strictObject({
      ...payoutFilter,
      /** The `nextAfter` of the previous part. */
      after: digits(z.coerce.number().int().min(0)).default(0),
      size: digits(z.coerce.number().int().min(1).max(PAYOUT_EXPORT_SIZE_MAX)).default(
        PAYOUT_EXPORT_SIZE_MAX,
      ),
    }),
    data: z.object({
      /** CSV (RFC 4180). The first part begins with the names of the columns. */
      text: z.string(),
      count,
      nextAfter: id.nullable(),
    }),
  },
  'payout.show': { params: z.strictObject({ payoutId: pathId }), data: payoutDetail },
  'payout.forecast': { data: z.object({ asOf: time, list: z.array(forecast) }) },
  'payout.recovery': { params: z.strictObject({ chainId: pathId }), data: recovery },
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
