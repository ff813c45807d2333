import type { PayoutHold } from './payout-hold.ts'

/** What the tokens of local chains begin with, in whole units per day of the programme. */
export const LOCAL_CAPS = { perMember: '100', perDay: '10000', refundsPerDay: '10000' }
export const LOCAL_COIN_CAPS = { perMember: '1', perDay: '10', refundsPerDay: '10' }

/** A transaction that no block has taken for so long is replaced by one that pays more. */
export const BUMP_AFTER_MS = 60_000
/** So many are on their way at a time. */
export const IN_FLIGHT_MAX = 8
/** Refunds have a queue of their own: they go after everything else, so many at a time. */
export const REFUNDS_IN_FLIGHT_MAX = 4

/** In the smallest unit of a token, per day of the programme. */
export type PayoutCaps = {
  /** Of withdrawals to one member. */
  perMember: bigint
  /** Of everything but refunds, to everybody. */
  perDay: bigint
  refundsPerDay: bigint
}

export type PayoutFacts = {
  /** CANCEL uses up a nonce and pays nothing. */
  purpose: 'WITHDRAWAL' | 'REFUND' | 'REWARD' | 'CANCEL'
  amount: bigint
  /** Undefined where nobody set any: then nothing is paid. */
  caps: PayoutCaps | undefined
  /** Today, this one not counted: withdrawals to this member, everything but refunds, and refunds. */
  paidToMember: bigint
  paidToAll: bigint
  paidRefunds: bigint
  /** Of the token in the treasury, what is on its way not counted. */
  available: bigint
  /** Of the member. */
  hold: PayoutHold | undefined
  dayEnds: Date
}

export type PayoutDecision =
  | { kind: 'pay' }
  /** ABOVE_CAP is more than ever leaves in a day, NO_CAP a token without caps: operators decide. */
  | { kind: 'hold'; why: 'MEMBER_CAP' | 'DAY_CAP' | 'ABOVE_CAP' | 'NO_CAP'; until: Date }
  | { kind: 'hold'; why: PayoutHold['why'] | 'LOW_BALANCE'; until: Date | undefined }

/** What is owed is paid or waits: a payout is never made smaller and never dropped. */
export function decidePayout(facts: PayoutFacts): PayoutDecision {
  const { purpose, amount, caps, dayEnds } = facts
  const hold = holdFor(purpose, facts.hold)
  if (hold) return { kind: 'hold', why: hold.why, until: hold.until }
  if (!caps) return { kind: 'hold', why: 'NO_CAP', until: dayEnds }
  const isRefund = purpose === 'REFUND'
  const day = isRefund ? caps.refundsPerDay : caps.perDay
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

/** A refund goes back to the address that paid, so a pause of the account does not hold it. */
export function holdFor(
  purpose: PayoutFacts['purpose'],
  hold: PayoutHold | undefined,
): PayoutHold | undefined {
  if (purpose === 'CANCEL') return undefined
  return purpose === 'REFUND' && hold?.why === 'PAUSED' ? undefined : hold
}

export type NonceFacts = {
  /** How many transactions of the treasury the chain has. */
  onChain: number
  /** The number that the next payout gets. */
  next: number
  /** The lowest number of a payout that is not confirmed; none: `next`. */
  lowestOpen: number
}

/**
 * Whether chain and database tell the same story. More on chain than was ever signed: somebody else
 * has the key. Less than was confirmed: the chain went back further than anybody counted on.
 */
export function judgeNonce({ onChain, next, lowestOpen }: NonceFacts): string | undefined {
  if (onChain > next) return `The chain has ${onChain} transactions, ${next} were signed here`
  if (onChain < lowestOpen) return `The chain has ${onChain} transactions, ${lowestOpen} are final`
  return undefined
}
