import { isDearer } from '@solstice/rules/gas'
import type { Fees, Speed } from '#/features/wallet/chain/fees.ts'
import type { TransactionExplanation } from './explain-transaction.ts'

/** The parts of a review that have to be the same after the member has entered the PIN. */
export type Reviewed = { explanation: TransactionExplanation; gas: bigint; fees: Fees }

/** The part of a review that changed: the effect of the transaction, or its fee. */
export type Changed = 'effect' | 'fee'

/** Compares a review with a new one right before the signature; undefined if it still counts. */
export function changedSince(shown: Reviewed, latest: Reviewed, speed: Speed): Changed | undefined {
  if (!hasSameEffect(shown.explanation, latest.explanation)) return 'effect'
  return isDearer(costOf(latest, speed), costOf(shown, speed)) ? 'fee' : undefined
}

function costOf({ gas, fees }: Reviewed, speed: Speed) {
  return { gas, maxFeePerGas: fees[speed].maxFeePerGas }
}

export function hasSameEffect(one: TransactionExplanation, other: TransactionExplanation): boolean {
  return effectOf(one) === effectOf(other)
}

function effectOf(explanation: TransactionExplanation): string {
  const { outcome, changes, approvals, called, hasUnreadable } = explanation
  const effect = [outcome.kind, changes, approvals, called, hasUnreadable]
  return JSON.stringify(effect, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
