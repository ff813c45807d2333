import { isSameAddress } from '#/features/wallet/address.ts'
import { callOf } from '#/features/wallet/chain/transfer.ts'
import type { Replacement, Transfer } from '#/features/wallet/chain/transfer.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { explainTransaction } from './explain-transaction.ts'
import type { ListedAsset, TransactionExplanation } from './explain-transaction.ts'
import { judgeAction } from './judge-action.ts'

/** Explains the transaction that a transfer would sign. */
export function explainTransfer(transfer: Transfer): Promise<TransactionExplanation> {
  const { network, asset, from } = transfer
  return explainTransaction(network, { from, ...callOf(transfer) }, [asset])
}

/** Explains a replacement. A cancellation sends nothing to the member's own address. */
export function explainReplacement(
  replacement: Replacement,
  network: Network,
  assets: readonly ListedAsset[],
): Promise<TransactionExplanation> {
  if (replacement.kind === 'cancel') {
    const { from } = replacement
    return explainTransaction(network, { from, to: from, value: 0n, data: '0x' }, [])
  }
  const { from, gas } = replacement.signed
  return explainTransaction(network, { from, gas, ...callOf(replacement.signed) }, assets)
}

/**
 * True if a replacement does something that its screen does not say: a call that takes more than
 * the coin it sends, or approves anything.
 */
export function isUnexpected(
  replacement: Replacement,
  explanation: TransactionExplanation,
): boolean {
  if (replacement.kind === 'cancel') return false
  const { signed } = replacement
  if (signed.data === undefined) return !isPlainTransfer(explanation, signed)
  return judgeAction(explanation, signed.amount) !== 'right'
}

type Sending = { asset: { address: string | null }; from: string; to: string; amount: bigint }

/** True if a simulated transfer takes exactly its amount and approves nothing. */
export function isPlainTransfer(
  { changes, approvals, hasUnreadable }: TransactionExplanation,
  { asset, from, to, amount }: Sending,
): boolean {
  if (approvals.length > 0 || hasUnreadable) return false
  // A transfer to oneself changes nothing.
  if (isSameAddress(from, to)) return changes.length === 0
  const [change, ...others] = changes
  if (!change || others.length > 0) return amount === 0n && changes.length === 0
  const { contract } = change.asset
  const isAsset =
    contract === null || asset.address === null
      ? contract === asset.address
      : isSameAddress(contract, asset.address)
  const isToStated = change.recipients.some((each) => isSameAddress(each, to))
  return isAsset && isToStated && change.delta === -amount
}
