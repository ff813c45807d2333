/** In whole units of a token, per day of the programme. An operator may set others. */
export const DEFAULT_CAPS = { perMember: '100', perDay: '10000' }

/** A transaction that no block has taken for so long is replaced by one that pays more. */
export const BUMP_AFTER_MS = 60_000
/** So many are on their way at a time. */
export const IN_FLIGHT_MAX = 8

export type PayoutFacts = {
  purpose: 'WITHDRAWAL' | 'REFUND' | 'REWARD'
  amount: bigint
  perMember: bigint
  perDay: bigint
  /** Today, this one not counted; of withdrawals to this member, and of everything to everybody. */
  paidToMember: bigint
  paidToAll: bigint
  /** Of the token in the treasury, what is on its way not counted. */
  available: bigint
  pausedUntil: Date | undefined
  dayEnds: Date
}

export type PayoutDecision =
  | { kind: 'pay' }
  /** More than ever leaves in a day: an operator has to raise the cap, or give it up. */
  | { kind: 'hold'; why: 'MEMBER_CAP' | 'DAY_CAP' | 'ABOVE_CAP' | 'PAUSED'; until: Date }
  | { kind: 'hold'; why: 'LOW_BALANCE'; until: undefined }

/** What is owed is paid or waits: a payout is never made smaller and never dropped. */
export function decidePayout(facts: PayoutFacts): PayoutDecision {
  const { amount, dayEnds } = facts
  // A refund goes back to where the money came from, whoever holds the account.
  if (facts.pausedUntil && facts.purpose !== 'REFUND') {
    return { kind: 'hold', why: 'PAUSED', until: facts.pausedUntil }
  }
  const most =
    facts.purpose === 'WITHDRAWAL' && facts.perMember < facts.perDay
      ? facts.perMember
      : facts.perDay
  if (amount > most) return { kind: 'hold', why: 'ABOVE_CAP', until: dayEnds }
  if (facts.purpose === 'WITHDRAWAL' && facts.paidToMember + amount > facts.perMember) {
    return { kind: 'hold', why: 'MEMBER_CAP', until: dayEnds }
  }
  if (facts.paidToAll + amount > facts.perDay) {
    return { kind: 'hold', why: 'DAY_CAP', until: dayEnds }
  }
  if (amount > facts.available) return { kind: 'hold', why: 'LOW_BALANCE', until: undefined }
  return { kind: 'pay' }
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
