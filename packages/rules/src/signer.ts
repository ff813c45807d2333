import { DAY_MS } from './duration.ts'
import type { CallPurpose } from './payout.ts'

/** The limits count payouts signed within this period, regardless of the day. */
export const SIGNER_WINDOW_MS = DAY_MS

/** The hard limits of a token on one chain, in its smallest unit. */
export type TokenLimits = {
  perPayout: bigint
  perDestination: bigint
  /** The limit for all payouts except refunds, to all recipients. */
  perDay: bigint
  refundsPerDay: bigint
  /** Without these no distributor of this token is deployed, funded or given a root. */
  distributor?: DistributorLimits | undefined
}

/** The hard limits for funding distributors, which count within those of a day as well. */
export type DistributorLimits = { perFunding: bigint; fundingPerDay: bigint }

/** The hard limits for fees on one chain, in the smallest unit of its coin. */
export type GasLimits = {
  maxGas: bigint
  /** The gas of a call of the programme's contracts; without it none is called. */
  maxCallGas?: bigint | undefined
  maxFeePerGas: bigint
  /**
   * The limit for all fees except the reserve for cancellations. Refunds have an exclusive share of
   * it and cannot exceed that share.
   */
  feesPerDay: bigint
  refundFeesPerDay: bigint
  /** The part of the other fees that relayed sends of members may use; without it none is relayed. */
  relayFeesPerDay?: bigint | undefined
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
  /** A call of a contract of the programme; only a FUND has an amount. */
  call?: { purpose: CallPurpose } | undefined
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
  payout: CountedPayout & { gas: bigint; maxFeePerGas: bigint; isCancel: boolean }
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
  if (!gas) return refuse('NO_LIMIT')
  const since = payout.at.getTime() - SIGNER_WINDOW_MS
  const onChain = others.filter(
    ({ at, chainId }) => chainId === payout.chainId && at.getTime() > since,
  )
  return (
    refusedAmount(payout, token, onChain) ??
    refusedGas(payout, gas) ??
    refusedFee(payout, gas, onChain) ?? { kind: 'sign' }
  )
}

type Candidate = SignerFacts['payout']
type Refusal = Extract<SignerDecision, { kind: 'refuse' }>

function refusedAmount(
  payout: Candidate,
  token: TokenLimits | undefined,
  onChain: readonly CountedPayout[],
): Refusal | undefined {
  if (payout.isCancel) return undefined
  if (payout.call) return refusedCall(payout, token, onChain)
  if (!token) return refuse('NO_LIMIT')
  if (payout.amount > token.perPayout) return refuse('PAYOUT_LIMIT')
  const sameToken = onChain.filter(({ contract }) => contract === payout.contract)
  const toDestination = sameToken.filter(({ destination }) => destination === payout.destination)
  if (sumOf(toDestination, amountOf) + payout.amount > token.perDestination) {
    return refuse('DESTINATION_LIMIT', toDestination)
  }
  return refusedOfDay(payout, token, sameToken)
}

/** A call that concerns a token concerns its distributor; one without pays nothing at all. */
function refusedCall(
  payout: Candidate,
  token: TokenLimits | undefined,
  onChain: readonly CountedPayout[],
): Refusal | undefined {
  if (payout.contract === null) return undefined
  const limits = token?.distributor
  if (!token || !limits) return refuse('NO_LIMIT')
  if (payout.call?.purpose !== 'FUND') return undefined
  if (payout.amount > limits.perFunding) return refuse('PAYOUT_LIMIT')
  const sameToken = onChain.filter(({ contract }) => contract === payout.contract)
  const fundings = sameToken.filter(({ call }) => call?.purpose === 'FUND')
  if (sumOf(fundings, amountOf) + payout.amount > limits.fundingPerDay) {
    return refuse('DAY_LIMIT', fundings)
  }
  return refusedOfDay(payout, token, sameToken)
}

function refusedOfDay(
  payout: Candidate,
  token: TokenLimits,
  sameToken: readonly CountedPayout[],
): Refusal | undefined {
  const sameBudget = sameToken.filter(({ isRefund }) => isRefund === payout.isRefund)
  const perDay = payout.isRefund ? token.refundsPerDay : token.perDay
  const isAbove = sumOf(sameBudget, amountOf) + payout.amount > perDay
  return isAbove ? refuse('DAY_LIMIT', sameBudget) : undefined
}

function refusedGas(payout: Candidate, gas: GasLimits): Refusal | undefined {
  // Funding is a plain transfer.
  const isTransfer = payout.call === undefined || payout.call.purpose === 'FUND'
  const maxGas = isTransfer ? gas.maxGas : gas.maxCallGas
  if (maxGas === undefined) return refuse('NO_LIMIT')
  const isAbove = payout.gas > maxGas || payout.maxFeePerGas > gas.maxFeePerGas
  return isAbove ? refuse('GAS_LIMIT') : undefined
}

function refusedFee(
  payout: Candidate,
  gas: GasLimits,
  onChain: readonly CountedPayout[],
): Refusal | undefined {
  if (payout.call?.purpose === 'RELAY') {
    const refused = refusedRelayFee(payout, gas, onChain)
    if (refused) return refused
  }
  const sharingFees = onChain.filter(({ isRefund }) => isRefund === payout.isRefund)
  const reserve = payout.isCancel ? CANCELS_RESERVED * CANCEL_GAS * gas.maxFeePerGas : 0n
  const fees = payout.isRefund
    ? gas.refundFeesPerDay
    : gas.feesPerDay - gas.refundFeesPerDay + reserve
  const isAbove = sumOf(sharingFees, feeOf) + payout.fee > fees
  return isAbove ? refuse('FEE_LIMIT', sharingFees) : undefined
}

/** Sends of members may use up their own share of the fees, and never that of payouts. */
function refusedRelayFee(
  payout: Candidate,
  { relayFeesPerDay }: GasLimits,
  onChain: readonly CountedPayout[],
): Refusal | undefined {
  if (relayFeesPerDay === undefined) return refuse('NO_LIMIT')
  const relayed = onChain.filter(({ call }) => call?.purpose === 'RELAY')
  const isAbove = sumOf(relayed, feeOf) + payout.fee > relayFeesPerDay
  return isAbove ? refuse('FEE_LIMIT', relayed) : undefined
}

const amountOf = ({ amount }: CountedPayout) => amount
const feeOf = ({ fee }: CountedPayout) => fee

const sumOf = (payouts: readonly CountedPayout[], part: (payout: CountedPayout) => bigint) =>
  payouts.reduce((sum, payout) => sum + part(payout), 0n)

/** A limit used up by other payouts can be retried when the oldest of them no longer counts. */
function refuse(why: SignerReason, counted: readonly CountedPayout[] = []): Refusal {
  const oldest = counted.reduce<number | undefined>(
    (first, { at }) => Math.min(first ?? Infinity, at.getTime()),
    undefined,
  )
  const until = oldest === undefined ? undefined : new Date(oldest + SIGNER_WINDOW_MS)
  return { kind: 'refuse', why, until }
}
