import { fundingCap } from './payout.ts'
import type { PayoutHold } from './payout-hold.ts'

/**
 * DIRECT pays each member of a round with a transfer. ROOT posts one root of cumulative amounts to
 * the distributor, and members claim.
 */
export const ROUND_WAYS = ['DIRECT', 'ROOT'] as const
export type RoundWay = (typeof ROUND_WAYS)[number]

/** A round with more recipients is paid by a root, unless `REWARD_ROOT_ABOVE` sets another number. */
export const ROOT_ABOVE_DEFAULT = 1000

/** Settlement decides once, with the first batch of a round. */
export function wayOfRound(recipients: number, rootAbove: number): RoundWay {
  return recipients > rootAbove ? 'ROOT' : 'DIRECT'
}

export type EntryDecision =
  | { kind: 'enter'; address: string }
  /** The reward waits for a later root, because a posted amount cannot be held. */
  | { kind: 'wait'; why: PayoutHold['why'] | 'NO_WALLET' }

/**
 * Decides whether a reward enters the next root, and for which address: the present wallet, or the
 * one that the reward was meant for if the member has none any more.
 */
export function decideEntry(facts: {
  hold: PayoutHold | undefined
  wallet: string | null
  rewardAddress: string | null
}): EntryDecision {
  if (facts.hold) return { kind: 'wait', why: facts.hold.why }
  const address = facts.wallet ?? facts.rewardAddress
  return address === null ? { kind: 'wait', why: 'NO_WALLET' } : { kind: 'enter', address }
}

/** Sums the rewards that enter a root by address, in lower case: a leaf has one amount. */
export function sumByAddress(
  entries: readonly { address: string; memberId: number; amount: bigint }[],
): { address: string; memberId: number; amount: bigint }[] {
  const sums = new Map<string, { address: string; memberId: number; amount: bigint }>()
  for (const { address: given, memberId, amount } of entries) {
    const address = given.toLowerCase()
    const before = sums.get(address)?.amount ?? 0n
    sums.set(address, { address, memberId, amount: before + amount })
  }
  return Array.from(sums.values())
}

/**
 * Returns how much the next transfer to a distributor moves: what is missing, within the cap of
 * fundings. Without a cap it is all, which is held until an operator sets one.
 */
export function nextFunding(missing: bigint, perDay: bigint | undefined): bigint {
  const most = perDay === undefined || perDay <= 0n ? missing : fundingCap(perDay)
  return missing < most ? missing : most
}

/** A transaction of claims uses at most this much gas, a part of a block of any supported network. */
export const CLAIM_GAS_MAX = 4_000_000
/** The gas of a transaction before its first claim. */
const TRANSACTION_GAS = 60_000
/** A first transfer to an account, its record and its event. */
const CLAIM_GAS = 110_000
/** The data and the hash of one step of a proof. */
const STEP_GAS = 1_200

/** Returns how many claims of a root with this many leaves one transaction carries. */
export function claimsPerTransaction(leaves: number): number {
  const steps = Math.ceil(Math.log2(Math.max(1, leaves)))
  return Math.max(1, Math.floor((CLAIM_GAS_MAX - TRANSACTION_GAS) / (CLAIM_GAS + steps * STEP_GAS)))
}

/** At most this many transactions of claims of a distributor are in flight. */
export const CLAIM_TRANSACTIONS_MAX = 4

/**
 * Returns the newest root whose amount for an account equals what the account has claimed: the
 * rewards up to this root are paid. `added` lists what each root added, in the order of roots.
 * Returns undefined for an amount of no root, which the contract makes impossible.
 */
export function rootOfClaimed(
  added: readonly { rootNumber: number; amount: bigint }[],
  claimed: bigint,
): number | undefined {
  let sum = 0n
  let found = claimed === 0n ? 0 : undefined
  for (const { rootNumber, amount } of added) {
    sum += amount
    if (sum === claimed) found = rootNumber
  }
  return found
}

export type RootStep =
  | 'IDLE'
  | 'COLLECTING'
  | 'FUNDING'
  | 'CHECKING'
  | 'HASHING'
  | 'POSTING'
  | 'RELEASING'

/**
 * Claims are proved against the posted root. From the moment that the next root may be mined until
 * its rewards are released, none are sent, so that none fail.
 */
export function mayClaim(step: RootStep): boolean {
  return step !== 'POSTING' && step !== 'RELEASING'
}
