import { unitsOf } from './amount.ts'
import { DAY_MS } from './duration.ts'
import type { OrderState } from './order.ts'

export const REFUND_TYPES = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'] as const
export type RefundType = (typeof REFUND_TYPES)[number]

/** The period in which a purchase can be returned without a reason. */
export const CHANGE_OF_MIND_MS = 7 * DAY_MS
/** A rule decides a request only after this delay, so that the pending request is visible first. */
export const REFUND_DELAY_MS = 60_000
/**
 * The period in which a submitted payment that was not found is awaited before the request is
 * rejected.
 */
export const UNCREDITED_WAIT_MS = DAY_MS

/**
 * The minimum in whole units after the network fee; smaller amounts are not returned automatically.
 */
export const UNMATCHED_REFUND_MIN = '0.01'
/** Unmatched payments of one payer are collected for this long and returned together. */
export const RETURN_DELAY_MS = 2000
/** The maximum number of returns to one payer per day; later payments wait for the next day. */
export const RETURNS_PER_DAY = 3

export type ReturnDecision =
  | { kind: 'send'; amount: bigint }
  | { kind: 'tomorrow' }
  /** The amount does not cover the fee and the minimum. */
  | { kind: 'operator' }

/**
 * Decides about the unmatched payments of one payer in one token. All amounts are in its smallest
 * unit.
 */
export function decideReturn(of: {
  sum: bigint
  fee: bigint
  least: bigint
  returnsToday: number
}): ReturnDecision {
  const amount = of.sum - of.fee
  if (amount < of.least) return { kind: 'operator' }
  return of.returnsToday >= RETURNS_PER_DAY ? { kind: 'tomorrow' } : { kind: 'send', amount }
}

const PRICE_DECIMALS = 36

/** Converts a fee in coins into a token, rounded up; undefined if a price is unknown. */
export function feeInToken(
  feeWei: bigint,
  coin: { decimals: number; priceUsd: string | undefined },
  token: { decimals: number; priceUsd: string | undefined },
): bigint | undefined {
  const [coinPrice, tokenPrice] = [coin, token].map(({ priceUsd }) =>
    priceUsd === undefined ? undefined : unitsOf(priceUsd, PRICE_DECIMALS),
  )
  if (coinPrice === undefined || tokenPrice === undefined || tokenPrice === 0n) return undefined
  const value = feeWei * coinPrice * 10n ** BigInt(token.decimals)
  const per = tokenPrice * 10n ** BigInt(coin.decimals)
  return (value + per - 1n) / per
}

export type PayType = 'XP' | 'TICKET' | 'TOKEN'

export type Purchase = {
  payType: PayType
  state: OrderState
  completedAt: Date | null
  /** True if the member still has everything the product gave. */
  coversGift: boolean
  requested: boolean
}

/** Returns true if a refund of the purchase can still be requested. */
export function canRequestRefund({
  state,
  requested,
}: Pick<Purchase, 'state' | 'requested'>): boolean {
  return !requested && state !== 'REVERSED' && state !== 'REFUNDED'
}

/** Returns the refund types a member may request now. A purchase allows one request. */
export function refundTypesFor(purchase: Purchase, now: Date): RefundType[] {
  if (!canRequestRefund(purchase)) return []
  if (purchase.state !== 'COMPLETED') return ['UNCREDITED', 'OTHER']
  return isWithinWindow(purchase, now) && purchase.coversGift
    ? ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']
    : ['UNCREDITED', 'OTHER']
}

function isWithinWindow({ completedAt }: Purchase, now: Date): boolean {
  return completedAt !== null && now.getTime() < completedAt.getTime() + CHANGE_OF_MIND_MS
}

/** An operator decides these requests; a rule decides the others after the delay. */
export const isForOperator = (type: RefundType): boolean => type === 'OTHER'

export type RefundDecision =
  /** A payment is pending, so the decision is repeated later. */
  | { kind: 'wait' }
  | { kind: 'reject'; outcome: 'CREDITED' | 'WAS_CREDITED' | 'NOTHING_PAID' | 'SPENT' }
  /** Debits what the product gave and returns the payment. */
  | { kind: 'give-back' }
  /** Nothing was credited, so only the payment is returned; this is done or in progress. */
  | { kind: 'already-going-back' }

export type RefundFacts = {
  type: RefundType | 'UNMATCHED'
  state: OrderState
  requestedAt: Date
  completedAt: Date | null
  coversGift: boolean
  /** For an on-chain purchase: a payment that is not final, or one that was returned. */
  payment: 'none' | 'seen' | 'sent-back'
  /** The member submitted a transaction that has not been found yet. */
  namedUnseen: boolean
}

/** Decides after the chain was checked, when every creditable payment has been credited. */
export function decideRefund(facts: RefundFacts, now: Date): RefundDecision {
  // For a completed purchase, another returned transfer changes nothing.
  if (facts.payment === 'sent-back' && facts.state !== 'COMPLETED') {
    return { kind: 'already-going-back' }
  }
  if (facts.type === 'UNCREDITED') return decideUncredited(facts, now)
  if (facts.state !== 'COMPLETED') return { kind: 'reject', outcome: 'NOTHING_PAID' }
  return facts.coversGift ? { kind: 'give-back' } : { kind: 'reject', outcome: 'SPENT' }
}

function decideUncredited(facts: RefundFacts, now: Date): RefundDecision {
  const { completedAt, requestedAt } = facts
  if (facts.state === 'COMPLETED' && completedAt !== null) {
    const outcome = completedAt > requestedAt ? 'CREDITED' : 'WAS_CREDITED'
    return { kind: 'reject', outcome }
  }
  if (facts.payment === 'seen') return { kind: 'wait' }
  const waitEndsMs = requestedAt.getTime() + UNCREDITED_WAIT_MS
  if (facts.namedUnseen && now.getTime() < waitEndsMs) return { kind: 'wait' }
  return { kind: 'reject', outcome: 'NOTHING_PAID' }
}
