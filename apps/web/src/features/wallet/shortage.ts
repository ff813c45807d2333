type Held = { coinBefore: bigint; assetBefore: bigint }
type Wanted = { asset: { address: string | null }; amount: bigint }

/** What is missing for a transfer: the token itself, or the coin for its fee (and the coin that is sent). */
export function shortageOf(
  { coinBefore, assetBefore }: Held,
  { asset, amount }: Wanted,
  cost: bigint,
): 'asset' | 'coin' | undefined {
  const isCoin = asset.address === null
  if (!isCoin && assetBefore < amount) return 'asset'
  return coinBefore < cost + (isCoin ? amount : 0n) ? 'coin' : undefined
}
