import { unitsOf } from './amount.ts'
import { DAY_MS } from './duration.ts'
import type { OrderState } from './order.ts'

export const REFUND_TYPES = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'] as const
export type RefundType = (typeof REFUND_TYPES)[number]

/** So long a purchase can be taken back without a reason. */
export const CHANGE_OF_MIND_MS = 7 * DAY_MS
/** A rule looks at a request so much later, so that it can be seen and undone by nobody by accident. */
export const REFUND_DELAY_MS = 60_000
/** A payment that was told of and is nowhere is waited for so long before the answer is no. */
export const UNCREDITED_PATIENCE_MS = DAY_MS

/** In whole units: less than this after the network fee is not sent back by itself. */
export const UNMATCHED_REFUND_MIN = '0.01'
/** Unmatched payments of one payer are collected for so long, and sent back together. */
export const RETURN_DELAY_MS = 2000
/** So many times a day unmatched payments go back to one payer; what comes later waits for the next. */
export const RETURNS_PER_DAY = 3

export type ReturnDecision =
  | { kind: 'send'; amount: bigint }
  | { kind: 'tomorrow' }
  /** Not worth the fee. */
  | { kind: 'operator' }

/** What happens to the unmatched payments of one payer in one token. All in its smallest unit. */
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

/** What a fee in coins is in a token, rounded up; nothing where a price is unknown. */
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
  /** Whether the member still has everything the product gave. */
  coversGift: boolean
  requested: boolean
}

/** Whether there is anything left to ask about a purchase. */
export function isAskable({ state, requested }: Pick<Purchase, 'state' | 'requested'>): boolean {
  return !requested && state !== 'REVERSED' && state !== 'REFUNDED'
}

/** What a member may ask for now. One request per purchase. */
export function refundTypesFor(purchase: Purchase, now: Date): RefundType[] {
  if (!isAskable(purchase)) return []
  if (purchase.state !== 'COMPLETED') return ['UNCREDITED', 'OTHER']
  return isWithinWindow(purchase, now) && purchase.coversGift
    ? ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']
    : ['UNCREDITED', 'OTHER']
}

function isWithinWindow({ completedAt }: Purchase, now: Date): boolean {
  return completedAt !== null && now.getTime() < completedAt.getTime() + CHANGE_OF_MIND_MS
}

/** Who decides: a rule after the delay, or an operator. */
export const isForOperator = (type: RefundType): boolean => type === 'OTHER'

export type RefundDecision =
  /** Look again later: a payment is on its way. */
  | { kind: 'wait' }
  | { kind: 'reject'; outcome: 'CREDITED' | 'WAS_CREDITED' | 'NOTHING_PAID' | 'SPENT' }
  /** Take back what the product gave, and give back what was paid. */
  | { kind: 'give-back' }
  /** Nothing was given: only the payment goes back, and that is done or on its way. */
  | { kind: 'already-going-back' }

export type RefundFacts = {
  type: RefundType | 'STRAY'
  state: OrderState
  requestedAt: Date
  completedAt: Date | null
  coversGift: boolean
  /** Of what is paid on chain: a payment that is not final, or one that was sent back. */
  payment: 'none' | 'seen' | 'sent-back'
  /** The member named a transaction that was not found yet. */
  namedUnseen: boolean
}

/** After the chain was looked at: what could be credited has been by now. */
export function decideRefund(facts: RefundFacts, now: Date): RefundDecision {
  // Of what was bought, another transfer that went back changes nothing.
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
  const patienceEnds = requestedAt.getTime() + UNCREDITED_PATIENCE_MS
  if (facts.namedUnseen && now.getTime() < patienceEnds) return { kind: 'wait' }
  return { kind: 'reject', outcome: 'NOTHING_PAID' }
}
