export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/**
 * Nodes accept a second transaction with the same nonce only if it pays a tenth more; an eighth is
 * safe.
 */
const RAISE = { times: 9n, of: 8n }

const raised = (fee: bigint): bigint => (fee * RAISE.times + RAISE.of - 1n) / RAISE.of

/**
 * Returns the fees for speeding up or cancelling a pending transaction: higher than its own and at
 * least the usual ones.
 */
export function replacementFees(waiting: Fees, usual: Fees): Fees {
  const maxPriorityFeePerGas = most(
    raised(waiting.maxPriorityFeePerGas) + 1n,
    usual.maxPriorityFeePerGas,
  )
  const maxFeePerGas = most(raised(waiting.maxFeePerGas) + 1n, usual.maxFeePerGas)
  return { maxPriorityFeePerGas, maxFeePerGas: most(maxFeePerGas, maxPriorityFeePerGas) }
}

/** Above this multiple of the usual fees, the price is not the reason a transaction is pending. */
const MAX_FEE_MULTIPLE = 5n

export function isReasonableFee(fees: Fees, usual: Fees): boolean {
  return (
    fees.maxFeePerGas <= MAX_FEE_MULTIPLE * usual.maxFeePerGas &&
    // If no tip is usual, compare the tip with a tenth of the fee.
    fees.maxPriorityFeePerGas <=
      MAX_FEE_MULTIPLE * most(usual.maxPriorityFeePerGas, usual.maxFeePerGas / 10n)
  )
}

/** The gas of a transaction and its maximum price per unit. */
export type Cost = { gas: bigint; maxFeePerGas: bigint }

/**
 * A base fee rises by at most an eighth per block, so a quarter covers the time that a member needs
 * for the PIN.
 */
const DEARER = { times: 5n, of: 4n }

/**
 * True if a transaction needs so much more gas, or its network so much higher a price, than was
 * reviewed that its fee has to be reviewed again. Both count on their own, because the gas is signed
 * as it is now and the price as it was reviewed.
 */
export function isDearer(now: Cost, reviewed: Cost): boolean {
  const isAbove = (value: bigint, before: bigint) => value * DEARER.of > before * DEARER.times
  return isAbove(now.gas, reviewed.gas) || isAbove(now.maxFeePerGas, reviewed.maxFeePerGas)
}

export const GAS_SPEEDS = ['slow', 'normal', 'fast'] as const
export type GasSpeed = (typeof GAS_SPEEDS)[number]

/**
 * The gas oracle response of the explorer, in gwei: total prices (base fee plus tip) for three
 * speeds.
 */
export type GasOracle = {
  SafeGasPrice: string
  ProposeGasPrice: string
  FastGasPrice: string
  suggestBaseFee: string
}

const GWEI_DECIMALS = 9

/**
 * Returns the fees of each speed. The base fee may double before a pending transaction has to be
 * replaced.
 */
export function feesBySpeed(oracle: GasOracle): Record<GasSpeed, Fees> | undefined {
  const base = gwei(oracle.suggestBaseFee)
  const prices = {
    slow: gwei(oracle.SafeGasPrice),
    normal: gwei(oracle.ProposeGasPrice),
    fast: gwei(oracle.FastGasPrice),
  }
  if (base === undefined) return undefined
  const fees = (price: bigint | undefined): Fees | undefined => {
    if (price === undefined) return undefined
    const maxPriorityFeePerGas = price > base ? price - base : 1n
    return { maxPriorityFeePerGas, maxFeePerGas: 2n * base + maxPriorityFeePerGas }
  }
  const [slow, normal, fast] = [fees(prices.slow), fees(prices.normal), fees(prices.fast)]
  return slow && normal && fast ? { slow, normal, fast } : undefined
}

/** Parses a gwei price; explorers return more decimals than gwei has, which are dropped. */
function gwei(text: string): bigint | undefined {
  const found = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim())
  if (!found) return undefined
  const [, whole = '', fraction = ''] = found
  return BigInt(whole + fraction.slice(0, GWEI_DECIMALS).padEnd(GWEI_DECIMALS, '0'))
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
