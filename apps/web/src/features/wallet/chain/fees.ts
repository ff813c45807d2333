import type { Transaction } from 'viem'
import { getBlock, getGasPrice } from 'viem/actions'
import { GAS_SPEEDS, feesBySpeed, isReasonableFee, replacementFees } from '@solstice/rules/gas'
import type { GasOracle, GasSpeed } from '@solstice/rules/gas'
import { amountText } from '@solstice/rules/amount'
import { fetchGasPrices } from '#/features/wallet/api.ts'
import type { Network } from './networks.ts'
import { nodeOf } from './rpc.ts'

export const SPEEDS = GAS_SPEEDS
export type Speed = GasSpeed

/** The maximum and the expected price per unit of gas, in wei. */
export type Fee = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; expectedPerGas: bigint }
export type Fees = Record<Speed, Fee>

const GWEI_DECIMALS = 9
/** Percentages of the network's own price, used when there is no oracle. */
const PERCENT = { SafeGasPrice: 90n, ProposeGasPrice: 100n, FastGasPrice: 125n } as const

/**
 * Reads fees from the explorer's oracle, or from the network's own price if the oracle fails or is
 * out of proportion.
 */
export async function readFees(network: Network): Promise<Fees> {
  const [oracle, prices] = await Promise.all([fetchOracle(network), ownPrices(network)])
  const own = feesBySpeed(prices)
  if (!own) throw new Error('No gas prices')
  const isSane = oracle && SPEEDS.every((speed) => isReasonableFee(oracle[speed], own.fast))
  const fees = isSane ? oracle : own
  return { slow: expected(fees.slow), normal: expected(fees.normal), fast: expected(fees.fast) }
}

async function fetchOracle(network: Network) {
  try {
    // The fields are parsed one by one; a missing one rejects the whole response.
    return feesBySpeed((await fetchGasPrices(network.chainId)) as GasOracle)
  } catch {
    return undefined
  }
}

async function ownPrices(network: Network): Promise<GasOracle> {
  const [block, price] = await Promise.all([
    getBlock(nodeOf(network), { blockTag: 'latest' }),
    getGasPrice(nodeOf(network)),
  ])
  const at = (percent: bigint) => amountText((price * percent) / 100n, GWEI_DECIMALS)
  return {
    SafeGasPrice: at(PERCENT.SafeGasPrice),
    ProposeGasPrice: at(PERCENT.ProposeGasPrice),
    FastGasPrice: at(PERCENT.FastGasPrice),
    suggestBaseFee: amountText(block.baseFeePerGas ?? 0n, GWEI_DECIMALS),
  }
}

export type FeeCeiling = Omit<Fee, 'expectedPerGas'>

/**
 * The maximum leaves room for the base fee to double; the expected price is the base fee plus the
 * tip.
 */
function expected(fee: FeeCeiling): Fee {
  return { ...fee, expectedPerGas: (fee.maxFeePerGas + fee.maxPriorityFeePerGas) / 2n }
}

/** Returns the fee that a replacement of a pending transaction has to pay. */
export async function readReplacementFee(
  network: Network,
  waiting: FeeCeiling,
): Promise<FeeCeiling> {
  return replacementFees(waiting, (await readFees(network)).fast)
}

/** Returns the fee of a pending transaction as the network reports it. */
export function feeCeilingOf(transaction: Transaction): FeeCeiling {
  const price = transaction.gasPrice ?? 0n
  return {
    maxFeePerGas: transaction.maxFeePerGas ?? price,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? price,
  }
}
