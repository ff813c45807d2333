import type { Fee, Speed } from '#/features/wallet/chain/fees.ts'
import { previewTransfer } from '#/features/wallet/chain/preview.ts'
import type { Preview } from '#/features/wallet/chain/preview.ts'
import { shortageOf } from '#/features/wallet/chain/shortage.ts'
import type { Transfer } from '#/features/wallet/chain/transfer.ts'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'
import { explainTransfer } from '#/features/wallet/review/explain-transfer.ts'
import { changedSince } from '#/features/wallet/review/review-again.ts'
import type { Changed } from '#/features/wallet/review/review-again.ts'

/** A transfer as its review shows it. */
export type ReviewedTransfer = Preview & { explanation: TransactionExplanation }

/** The gas and the fee of a transfer that does exactly what its review showed. */
export type Priced = { gas: bigint; fee: Fee }

export const reviewKeyOf = ({ network, asset, to, amount }: Transfer) => [
  'preview',
  network.chainId,
  asset.contractId,
  to,
  String(amount),
]

export async function reviewTransfer(transfer: Transfer): Promise<ReviewedTransfer> {
  const [predicted, explanation] = await Promise.all([
    previewTransfer(transfer),
    explainTransfer(transfer),
  ])
  return { ...predicted, explanation }
}

/** Compares the review that the member confirmed with one from after the PIN. */
export function changedTransfer(
  shown: ReviewedTransfer,
  latest: ReviewedTransfer,
  { transfer, speed }: { transfer: Transfer; speed: Speed },
): Changed | undefined {
  const isSame =
    latest.revert === shown.revert &&
    latest.isToContract === shown.isToContract &&
    shortageOf(latest, transfer, shown.fees[speed]) === undefined
  return isSame ? changedSince(shown, latest, speed) : 'effect'
}
