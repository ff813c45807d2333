import { DAY_MS, MINUTE_MS } from './duration.ts'

export const PIN_LENGTH = 6
export const PIN_MAX_ATTEMPTS = 5
/** How long a begun enrolment may be finished, and an evaluation be verified or verified again. */
export const PIN_ENROLMENT_LIFE_MS = 10 * MINUTE_MS
export const PIN_EVALUATION_LIFE_MS = 10 * MINUTE_MS
export const PIN_TOKEN_LIFE_MS = 5 * MINUTE_MS
/** How long the key of an earlier PIN still opens what was sealed under it. */
export const RETIRED_PIN_LIFE_MS = 180 * DAY_MS

export function isPin(input: string): boolean {
  return /^[0-9]{6}$/.test(input)
}

export type PinKeyState = {
  /** Undefined while the key is the one in use. */
  retiredAt: Date | undefined
  /** Evaluations since the last right PIN; of a retired key, since it was retired. */
  triesUsed: number
}

export type EvaluationDecision =
  | { kind: 'evaluate'; attempt: number }
  | { kind: 'exceeded' }
  | { kind: 'unusable' }

/**
 * May the key be used once more? A retired one only by who logged in with the password after it
 * was retired: whoever made it retire, by five wrong tries in a stolen session, has not.
 */
export function decideEvaluation(
  key: PinKeyState,
  loggedInAt: Date,
  now: Date,
): EvaluationDecision {
  if (key.retiredAt) {
    const over = now.getTime() >= key.retiredAt.getTime() + RETIRED_PIN_LIFE_MS
    if (over || loggedInAt < key.retiredAt) return { kind: 'unusable' }
  }
  if (key.triesUsed >= PIN_MAX_ATTEMPTS) return { kind: 'exceeded' }
  return { kind: 'evaluate', attempt: key.triesUsed + 1 }
}

export type PinEntry = {
  matches: boolean
  /** Which try since the last right PIN this was, from 1. */
  attempt: number
  /** A right PIN has come in between, so this try belongs to a count that is over. */
  outdated: boolean
}

export type PinVerdict =
  | { kind: 'right'; triesUsed: number; failedSince: number }
  | { kind: 'wrong'; attempts: number }
  | { kind: 'exceeded' }

/** A right PIN sets the count back; of a retired key it only costs nothing, wrong tries add up for good. */
export function decidePinEntry(key: PinKeyState, entry: PinEntry): PinVerdict {
  if (entry.matches) {
    const triesUsed = key.retiredAt ? Math.max(0, key.triesUsed - 1) : 0
    return { kind: 'right', triesUsed, failedSince: Math.max(0, key.triesUsed - 1) }
  }
  if (entry.attempt >= PIN_MAX_ATTEMPTS && !entry.outdated) return { kind: 'exceeded' }
  return { kind: 'wrong', attempts: Math.min(entry.attempt, PIN_MAX_ATTEMPTS) }
}
