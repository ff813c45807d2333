import type { Outgoing, PricedAsset } from '@solstice/rules/connection/limits'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { needsAcceptance } from '#/features/wallet/review/explain-transaction.ts'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'

/** Lists what leaves the wallet or may be taken from it; a collectible has no price. */
export function outgoingOf(explanation: TransactionExplanation): Outgoing[] {
  const { changes, approvals } = explanation
  // Nobody knows what an untested call or an unreadable event takes.
  const unknown = needsAcceptance(explanation) ? [{ address: null, amount: null }] : []
  return [
    ...unknown,
    ...changes
      .filter(({ delta }) => delta < 0n)
      .map(({ asset, delta, id }) => ({
        address: asset.contract,
        amount: id === null ? -delta : null,
      })),
    ...approvals.map(({ asset, amount, scope }) => ({
      address: asset.contract,
      amount: scope === 'amount' ? amount : null,
    })),
  ]
}

/** Returns the assets with their prices as numbers, as the limits of a site need them. */
export const pricedAssets = (assets: readonly Asset[]): PricedAsset[] =>
  assets.map(({ chainId, address, decimals, priceUsd }) => ({
    chainId,
    address,
    decimals,
    priceUsd: priceUsd === null ? null : Number(priceUsd),
  }))
