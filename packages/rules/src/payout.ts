import type { PayoutHold } from './payout-hold.ts'

/** The purposes of payouts to members. */
export const MEMBER_PURPOSES = ['WITHDRAWAL', 'REFUND', 'REWARD'] as const
/**
 * The calls of the programme's own contracts: deploying one, funding a distributor, posting a root of
 * shares, claiming for members, anchoring the points log, and relaying sends of members.
 */
export const CALL_PURPOSES = ['DEPLOY', 'FUND', 'ROOT', 'CLAIM', 'ANCHOR', 'RELAY'] as const
/** CANCEL uses up a nonce and pays nothing. */
export const PAYOUT_PURPOSES = [...MEMBER_PURPOSES, 'CANCEL', ...CALL_PURPOSES] as const
export type CallPurpose = (typeof CALL_PURPOSES)[number]
export type PayoutPurpose = (typeof PAYOUT_PURPOSES)[number]

export const isCallPurpose = (purpose: PayoutPurpose): purpose is CallPurpose =>
  CALL_PURPOSES.some((each) => each === purpose)

export const CONTRACT_KINDS = ['LOG_ANCHOR', 'DISTRIBUTOR', 'RELAY'] as const
export type ContractKind = (typeof CONTRACT_KINDS)[number]

/** The initial caps for tokens of local chains, in whole units per programme day. */
export const LOCAL_CAPS = { perMember: '100', perDay: '10000', refundsPerDay: '10000' }
export const LOCAL_COIN_CAPS = { perMember: '1', perDay: '10', refundsPerDay: '10' }

/** A transaction pending for this long is replaced by one with higher fees. */
export const BUMP_AFTER_MS = 60_000
/** The maximum number of payouts and calls in flight, without relayed sends. */
export const IN_FLIGHT_MAX = 8
/**
 * Relayed sends expire after minutes, so they come first and have places of their own in flight: a
 * round of rewards delays none of them, and they delay no payout.
 */
export const RELAYS_IN_FLIGHT_MAX = 4
/**
 * Refunds have a separate queue: they follow all other payouts, and at most this many are in
 * flight.
 */
export const REFUNDS_IN_FLIGHT_MAX = 4

/** Caps in the smallest unit of a token, per programme day. */
export type PayoutCaps = {
  /** The cap for withdrawals to one member. */
  perMember: bigint
  /** The cap for all payouts except refunds, to all members. */
  perDay: bigint
  refundsPerDay: bigint
}

export type PayoutFacts = {
  purpose: PayoutPurpose
  amount: bigint
  /** Undefined if no caps are set, in which case nothing is paid. */
  caps: PayoutCaps | undefined
  /**
   * Today's sums without this payout: withdrawals to this member, all payouts except refunds, and
   * refunds.
   */
  paidToMember: bigint
  paidToAll: bigint
  paidRefunds: bigint
  /** The treasury's balance of the token, without payouts in flight. */
  available: bigint
  /** The member's hold. */
  hold: PayoutHold | undefined
  dayEnds: Date
}

export type PayoutDecision =
  | { kind: 'pay' }
  /** ABOVE_CAP exceeds a whole day's cap, NO_CAP is a token without caps: both need an operator. */
  | { kind: 'hold'; why: 'MEMBER_CAP' | 'DAY_CAP' | 'ABOVE_CAP' | 'NO_CAP'; until: Date }
  | { kind: 'hold'; why: PayoutHold['why'] | 'LOW_BALANCE'; until: Date | undefined }

/** Funding uses up to half of a day's cap, so that members are paid on the same day. */
export const fundingCap = (perDay: bigint): bigint => perDay - perDay / 2n

const dayCap = (purpose: PayoutPurpose, perDay: bigint): bigint =>
  purpose === 'FUND' ? fundingCap(perDay) : perDay

/** Decides whether a payout is paid or held. A payout is never reduced and never dropped. */
export function decidePayout(facts: PayoutFacts): PayoutDecision {
  const { purpose, amount, caps, dayEnds } = facts
  const hold = holdFor(purpose, facts.hold)
  if (hold) return { kind: 'hold', why: hold.why, until: hold.until }
  // A call that moves no value costs only its fee.
  if (isCallPurpose(purpose) && purpose !== 'FUND') return { kind: 'pay' }
  if (!caps) return { kind: 'hold', why: 'NO_CAP', until: dayEnds }
  const isRefund = purpose === 'REFUND'
  const day = isRefund ? caps.refundsPerDay : dayCap(purpose, caps.perDay)
  const most = purpose === 'WITHDRAWAL' && caps.perMember < day ? caps.perMember : day
  if (amount > most) return { kind: 'hold', why: 'ABOVE_CAP', until: dayEnds }
  if (purpose === 'WITHDRAWAL' && facts.paidToMember + amount > caps.perMember) {
    return { kind: 'hold', why: 'MEMBER_CAP', until: dayEnds }
  }
  if ((isRefund ? facts.paidRefunds : facts.paidToAll) + amount > day) {
    return { kind: 'hold', why: 'DAY_CAP', until: dayEnds }
  }
  if (amount > facts.available) return { kind: 'hold', why: 'LOW_BALANCE', until: undefined }
  return { kind: 'pay' }
}

/**
 * Returns the hold that applies. A refund returns what the member paid to the address that paid, so
 * neither a pause of the account nor a fair-play hold applies to it. Of the calls, only a relayed send
 * belongs to a member.
 */
export function holdFor(
  purpose: PayoutFacts['purpose'],
  hold: PayoutHold | undefined,
): PayoutHold | undefined {
  if (purpose === 'CANCEL' || (isCallPurpose(purpose) && purpose !== 'RELAY')) return undefined
  const isReturned = purpose === 'REFUND' && (hold?.why === 'PAUSED' || hold?.why === 'FAIR_PLAY')
  return isReturned ? undefined : hold
}

export type NonceFacts = {
  /** The number of treasury transactions on chain. */
  onChain: number
  /** The nonce of the next payout. */
  next: number
  /** The lowest nonce of an unconfirmed payout, or `next` if there is none. */
  lowestOpen: number
}

/**
 * Checks that chain and database agree. More transactions on chain than were signed mean that the
 * key is compromised; fewer than were confirmed mean that the chain reorganised deeper than
 * expected.
 */
export function evaluateNonce({ onChain, next, lowestOpen }: NonceFacts): string | undefined {
  if (onChain > next)
    return `The chain has ${onChain} transactions, but only ${next} were signed here`
  if (onChain < lowestOpen)
    return `The chain has only ${onChain} transactions, but ${lowestOpen} are final`
  return undefined
}
