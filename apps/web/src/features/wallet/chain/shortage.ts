import type { Fee } from './fees.ts'

type Held = { coinBefore: bigint; assetBefore: bigint; gas: bigint }
type TransferRequest = { asset: { address: string | null }; amount: bigint }

/**
 * Returns the missing asset of a transfer: the token, or the coin for the fee and the amount.
 * Networks require the maximum fee up front, although they rarely charge it.
 */
export function shortageOf(
  { coinBefore, assetBefore, gas }: Held,
  { asset, amount }: TransferRequest,
  { maxFeePerGas }: Fee,
): 'asset' | 'coin' | undefined {
  const isCoin = asset.address === null
  if (!isCoin && assetBefore < amount) return 'asset'
  return coinBefore < gas * maxFeePerGas + (isCoin ? amount : 0n) ? 'coin' : undefined
}
