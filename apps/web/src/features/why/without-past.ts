import type { Explanation } from './api.ts'

/** Leaves out what was announced for a time that is over, so that the sheet offers no past time. */
export function withoutPast(explanation: Explanation, nowMs: number): Explanation {
  const { rule, inputs, next } = explanation
  const isPast = (at: unknown) => typeof at === 'string' && Date.parse(at) <= nowMs
  const { claimableAt, ...others } = inputs
  return {
    ...explanation,
    inputs: rule === 'friend' && isPast(claimableAt) ? others : inputs,
    next: next && isPast(next.at) ? nextWithoutTime(explanation, next) : next,
  }
}

/** A payout is tried again and a friend’s reward is announced without a known time as well. */
function nextWithoutTime(
  { rule }: Explanation,
  next: NonNullable<Explanation['next']>,
): Explanation['next'] {
  return rule === 'payout' || rule === 'friend' ? { ...next, at: null } : null
}
