import type { Fee } from './fees.ts'

type Held = { coinBefore: bigint; assetBefore: bigint; gas: bigint }
type TransferRequest = { asset: { address: string | null }; amount: bigint }

/**
 * What is missing for a transfer: the token itself, or the coin for its fee (and the coin that is
 * sent). A network wants to see the most a fee may come to, though it rarely takes that much.
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
