/** The situations in which a network is frozen, each with its own way out. */
export const RECOVERY_CASES = [
  'KEY_USED_ELSEWHERE',
  'ROLLED_BACK',
  'NONCE_TAKEN',
  'OTHER_ACCOUNT',
  'OPERATOR',
  'AGREES',
] as const
export type RecoveryCase = (typeof RECOVERY_CASES)[number]

export type RecoveryFacts = {
  frozenFor: string
  /** The account whose transactions the database follows, and the one of the present key. */
  account: string
  keyAccount: string | null
  nextNonce: number
  /** The lowest nonce of an unconfirmed payout, or `nextNonce` if there is none. */
  lowestOpen: number
  /** The number of transactions of the account on chain; null while the node is silent. */
  onChain: number | null
  inFlight: number
  /** The payouts in flight whose nonce another transaction has used. */
  taken: number
  /** The payouts with the account's nonces from `onChain` on, in their order. */
  beyond: readonly { state: string; nonce: number | null }[]
}

export const ADOPT_OBSTACLES = ['NODE_SILENT', 'NO_KEY', 'IN_FLIGHT', 'NONCE_LOST'] as const
export type AdoptObstacle = (typeof ADOPT_OBSTACLES)[number]

export type Recovery = {
  case: RecoveryCase
  /** The reason why the account of the chain cannot be adopted; null if it can. */
  adoptObstacle: AdoptObstacle | null
  /** The nonce from which an adoption continues; null if it cannot be adopted. */
  adoptedNonce: number | null
}

/** The text of a freeze by the search for payments, which is not about nonces. */
const PAYMENT_GONE = /^The payment 0x.* was final and is gone/
const BY_SERVER = [
  PAYMENT_GONE,
  /^The chain has \d/,
  /^The chain has only \d/,
  /^Nonce \d+ of payout \d+ was used/,
  /^The key is of 0x/,
]

/** Decides from the present state what has happened to a frozen network, and whether to adopt it. */
export function recoveryOf(facts: RecoveryFacts): Recovery {
  const adoptObstacle = obstacleOf(facts)
  return {
    case: caseOf(facts),
    adoptObstacle,
    adoptedNonce:
      adoptObstacle === null && facts.onChain !== null ? facts.onChain + facts.beyond.length : null,
  }
}

function caseOf(facts: RecoveryFacts): RecoveryCase {
  const { account, keyAccount, onChain, nextNonce, lowestOpen, frozenFor } = facts
  if (keyAccount !== null && keyAccount !== account) return 'OTHER_ACCOUNT'
  // Such a nonce also makes the two numbers differ, but the payout has to be given up first.
  if (facts.taken > 0) return 'NONCE_TAKEN'
  if (onChain !== null && onChain > nextNonce) return 'KEY_USED_ELSEWHERE'
  if ((onChain !== null && onChain < lowestOpen) || PAYMENT_GONE.test(frozenFor)) {
    return 'ROLLED_BACK'
  }
  return BY_SERVER.some((text) => text.test(frozenFor)) ? 'AGREES' : 'OPERATOR'
}

function obstacleOf(facts: RecoveryFacts): AdoptObstacle | null {
  if (facts.keyAccount === null) return 'NO_KEY'
  const { onChain, beyond } = facts
  if (onChain === null) return 'NODE_SILENT'
  if (facts.inFlight > 0) return 'IN_FLIGHT'
  return canResend(onChain, beyond) ? null : 'NONCE_LOST'
}

/**
 * Returns whether the payouts that the chain lost can be sent again. The value of a failed payout was
 * returned, so it must not be mined now; and a gap in the nonces blocks everything behind it.
 */
export function canResend(
  onChain: number,
  beyond: readonly { state: string; nonce: number | null }[],
): boolean {
  return beyond.every(({ state, nonce }, at) => state === 'CONFIRMED' && nonce === onChain + at)
}
