import { HOLD_ALONE_MS } from '@solstice/rules/hold/hold'
import type { CallData } from '@solstice/contract/wire'

type Amount = { symbol: string; amount: string }

/**
 * Predicts whether a decision waits for a second person. The server decides; the sum of the day and
 * the other members of a group may add to it.
 */
export function needsSecondPerson(
  amounts: readonly Amount[],
  policy: Pick<CallData<'approval.policy'>, 'holdUsds'> | undefined,
): boolean {
  if (amounts.length > 1) return true
  const [only] = amounts
  return only !== undefined && policy !== undefined && Number(only.amount) > policy.holdUsds
}

/** Returns whether a hold would last longer than one person may decide, counted from its start. */
export function isLongHold(openedAt: string, until: string | undefined): boolean {
  return until !== undefined && Date.parse(until) - Date.parse(openedAt) > HOLD_ALONE_MS
}
