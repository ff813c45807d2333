import type { TransactionExplanation } from './explain-transaction.ts'

export type ActionVerdict =
  /** It does what the mission says and nothing else. */
  | 'right'
  | 'fails'
  /** Nobody could test it, so the promise of the mission cannot be kept. */
  | 'untested'
  /** It moves tokens, or more coin than the mission says. */
  | 'moves'
  | 'approves'

/**
 * Judges a simulated action again right before the signature, because a contract may have changed
 * since the season was published.
 */
export function judgeAction(
  { outcome, changes, approvals, hasUnreadable }: TransactionExplanation,
  value: bigint,
): ActionVerdict {
  if (outcome.kind === 'fails') return 'fails'
  if (approvals.length > 0) return 'approves'
  const isNamed = changes.every(
    ({ asset, delta }) => asset.contract === null && delta < 0n && -delta <= value,
  )
  if (!isNamed || hasUnreadable) return 'moves'
  return outcome.kind === 'simulated' ? 'right' : 'untested'
}
