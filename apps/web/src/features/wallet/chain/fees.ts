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

/** What a unit of gas may cost at most, and what it will cost if nothing changes; in wei. */
export type Fee = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; expectedPerGas: bigint }
export type Fees = Record<Speed, Fee>

const GWEI_DECIMALS = 9
/** Of the network's own price, in percent, where there is no oracle. */
const PERCENT = { SafeGasPrice: 90n, ProposeGasPrice: 100n, FastGasPrice: 125n } as const

/** From the explorer's oracle, else, or where that is out of proportion, from the network's own price. */
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
    // Read field by field, and refused as a whole where one is missing.
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

export type Ceiling = Omit<Fee, 'expectedPerGas'>

/** The ceiling leaves room for the base fee to double; what is paid is the base fee once and the tip. */
function expected(fee: Ceiling): Fee {
  return { ...fee, expectedPerGas: (fee.maxFeePerGas + fee.maxPriorityFeePerGas) / 2n }
}

/** What a transaction that takes the place of a waiting one has to pay. */
export async function readReplacementFee(network: Network, waiting: Ceiling): Promise<Ceiling> {
  return replacementFees(waiting, (await readFees(network)).fast)
}

/** What the network says that a waiting transaction pays. */
export function paidBy(transaction: Transaction): Ceiling {
  const price = transaction.gasPrice ?? 0n
  return {
    maxFeePerGas: transaction.maxFeePerGas ?? price,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? price,
  }
}
