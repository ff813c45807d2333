import { DAY_MS } from './duration.ts'

/** The limits count payouts signed within this period, regardless of the day. */
export const SIGNER_WINDOW_MS = DAY_MS

/** The hard limits of a token on one chain, in its smallest unit. */
export type TokenLimits = {
  perPayout: bigint
  perDestination: bigint
  /** The limit for all payouts except refunds, to all recipients. */
  perDay: bigint
  refundsPerDay: bigint
}

/** The hard limits for fees on one chain, in the smallest unit of its coin. */
export type GasLimits = {
  maxGas: bigint
  maxFeePerGas: bigint
  /**
   * The limit for all fees except the reserve for cancellations. Refunds have an exclusive share of
   * it and cannot exceed that share.
   */
  feesPerDay: bigint
  refundFeesPerDay: bigint
}

/** The gas of a plain coin transfer, which is how a cancellation is made. */
export const CANCEL_GAS = 21_000n
/**
 * The number of cancellations per day that are allowed in addition to all other fees, because a
 * pending one blocks its chain.
 */
const CANCELS_RESERVED = 20n

/**
 * A payout as the signer counts it. Addresses are in lower case; a null contract is the native
 * coin.
 */
export type CountedPayout = {
  at: Date
  chainId: number
  contract: string | null
  destination: string
  amount: bigint
  isRefund: boolean
  /** The maximum gas cost of its transaction. */
  fee: bigint
}

export type SignerReason =
  | 'NO_LIMIT'
  | 'PAYOUT_LIMIT'
  | 'DESTINATION_LIMIT'
  | 'DAY_LIMIT'
  | 'GAS_LIMIT'
  | 'FEE_LIMIT'

export type SignerDecision =
  | { kind: 'sign' }
  | { kind: 'refuse'; why: SignerReason; until: Date | undefined }

export type SignerFacts = {
  payout: CountedPayout & { gas: bigint; maxFeePerGas: bigint }
  /** Undefined if no limits are set, in which case nothing is signed. */
  token: TokenLimits | undefined
  gas: GasLimits | undefined
  /** All other payouts that were signed or admitted before. */
  others: readonly CountedPayout[]
}

/**
 * Decides whether a payout stays within the hard limits, together with everything signed in the
 * last 24 hours.
 */
export function decideSignature({ payout, token, gas, others }: SignerFacts): SignerDecision {
  if (!token || !gas) return refuse('NO_LIMIT')
  if (payout.amount > token.perPayout) return refuse('PAYOUT_LIMIT')
  if (payout.gas > gas.maxGas || payout.maxFeePerGas > gas.maxFeePerGas) return refuse('GAS_LIMIT')
  const since = payout.at.getTime() - SIGNER_WINDOW_MS
  const onChain = others.filter(
    ({ at, chainId }) => chainId === payout.chainId && at.getTime() > since,
  )
  const sameToken = onChain.filter(({ contract }) => contract === payout.contract)
  const toDestination = sameToken.filter(({ destination }) => destination === payout.destination)
  const sameBudget = sameToken.filter(({ isRefund }) => isRefund === payout.isRefund)
  const perDay = payout.isRefund ? token.refundsPerDay : token.perDay
  if (sumOf(toDestination, amountOf) + payout.amount > token.perDestination) {
    return refuse('DESTINATION_LIMIT', toDestination)
  }
  if (sumOf(sameBudget, amountOf) + payout.amount > perDay) return refuse('DAY_LIMIT', sameBudget)
  const sharingFees = onChain.filter(({ isRefund }) => isRefund === payout.isRefund)
  // Only a cancellation has an amount of zero.
  const reserve = payout.amount === 0n ? CANCELS_RESERVED * CANCEL_GAS * gas.maxFeePerGas : 0n
  const fees = payout.isRefund
    ? gas.refundFeesPerDay
    : gas.feesPerDay - gas.refundFeesPerDay + reserve
  if (sumOf(sharingFees, feeOf) + payout.fee > fees) return refuse('FEE_LIMIT', sharingFees)
  return { kind: 'sign' }
}

const amountOf = ({ amount }: CountedPayout) => amount
const feeOf = ({ fee }: CountedPayout) => fee

const sumOf = (payouts: readonly CountedPayout[], part: (payout: CountedPayout) => bigint) =>
  payouts.reduce((sum, payout) => sum + part(payout), 0n)

/** A limit used up by other payouts can be retried when the oldest of them no longer counts. */
function refuse(why: SignerReason, counted: readonly CountedPayout[] = []): SignerDecision {
  const oldest = counted.reduce<number | undefined>(
    (first, { at }) => Math.min(first ?? Infinity, at.getTime()),
    undefined,
  )
  const until = oldest === undefined ? undefined : new Date(oldest + SIGNER_WINDOW_MS)
  return { kind: 'refuse', why, until }
}
