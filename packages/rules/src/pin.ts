import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

export const PIN_LENGTH = 6
export const PIN_MAX_ATTEMPTS = 5
/** The time to finish an enrolment, and to verify an evaluation, also repeatedly. */
export const PIN_ENROLMENT_TTL_MS = 10 * MINUTE_MS
export const PIN_EVALUATION_TTL_MS = 10 * MINUTE_MS
export const PIN_TOKEN_TTL_MS = 5 * MINUTE_MS
/**
 * After the first five attempts, a retired key evaluates one attempt per wait; each wait is twice
 * the last.
 */
export const RETIRED_PIN_FIRST_WAIT_MS = HOUR_MS
export const RETIRED_PIN_MAX_WAIT_MS = DAY_MS
/**
 * PIN keys outlive a deleted account, so that a deletion by an attacker does not cost the owner the
 * wallet.
 */
export const DELETED_PIN_KEY_TTL_MS = 30 * DAY_MS
/**
 * The longest time by which attackers who use up the attempts of a shared key can delay its
 * deletion.
 */
export const CONTESTED_PIN_KEY_TTL_MS = 365 * DAY_MS

/**
 * PBKDF2 iterations for a new PIN. Each PIN key stores its own number, so that raising this one
 * affects new keys only.
 */
export const PIN_ITERATIONS = 900_000
/**
 * No PIN key has fewer iterations. A server that requests fewer would make the PIN easier to guess.
 */
export const MIN_PIN_ITERATIONS = 900_000

export function isPin(input: string): boolean {
  return /^[0-9]{6}$/.test(input)
}

/** Patterns on the keypad that people choose far more often than chance. */
const KEYPAD_PATTERNS =
  /^(?:102030|112358|123654|123789|142536|147258|147369|147852|159357|159753|258369|321654|357159|369258|456123|741852|741963|753951|789456|951753|963852)$/

/**
 * Returns true for the PINs an attacker tries first: repeated digits, even steps, mirrored steps
 * and keypad patterns. Only the client can check this, because the server never sees a PIN.
 */
export function isTrivialPin(pin: string): boolean {
  const [, first, second, third] = /^(\d)\1(\d)\2(\d)\3$/.exec(pin) ?? []
  const half = pin.slice(0, 3)
  const isMirrored = Array.from(half).toReversed().join('') === pin.slice(3)
  return (
    [1, 2, 3].some((length) => pin.slice(0, length).repeat(PIN_LENGTH / length) === pin) ||
    /^(\d)\1\1(\d)\2\2$/.test(pin) ||
    hasEvenSteps(pin) ||
    (first !== undefined && hasEvenSteps(`${first}${second}${third}`)) ||
    (isMirrored && hasEvenSteps(half)) ||
    KEYPAD_PATTERNS.test(pin)
  )
}

/** Matches 123456, 654321, 024680 and 890123: all digits have the same distance, also past 9. */
function hasEvenSteps(digits: string): boolean {
  const step = (at: number) => (Number(digits[at]) - Number(digits[at - 1]) + 10) % 10
  return Array.from(digits).every((_, at) => at === 0 || step(at) === step(1))
}

export type PinKeyState = {
  /** Undefined while the key is active. */
  retiredAt: Date | undefined
  /** The PIN was set or proved without a device key, so a device that is not enrolled may hold a wallet. */
  shared: boolean
  /** The account is neither suspended, disabled nor deleted, so its owner can open a session. */
  canLogIn: boolean
  /** The time when the account of the key was deleted. */
  deletedAt: Date | undefined
  /** The time when the shared count was last charged. */
  lastSharedTryAt: Date | undefined
}

export type PinCaller = {
  /**
   * True if the caller's device, or the session if there is no device key, set or proved the PIN of
   * this key.
   */
  enrolled: boolean
  /** The time when the caller's session of the key's member was opened by password. */
  loggedInAt: Date | undefined
}

/** Attempts since the last correct PIN; for a retired key, since it was retired. */
export type PinCount = { triesUsed: number; lastTryAt: Date | undefined }

/**
 * Selects the count that an attempt is charged to. Callers without an enrolment share one count, so
 * that inventing devices gains no attempts, and need a session while the account can open one.
 * `undefined` means that the key is not available to this caller.
 */
export function pinCountOf(
  key: PinKeyState,
  caller: PinCaller,
  now: Date,
): 'own' | 'shared' | undefined {
  if (key.deletedAt && now >= erasedAt({ ...key, deletedAt: key.deletedAt })) return undefined
  if (caller.enrolled) return 'own'
  if (key.shared && !key.canLogIn) return 'shared'
  if (!caller.loggedInAt) return undefined
  if (!key.retiredAt) return 'shared'
  return key.shared && caller.loggedInAt >= key.retiredAt ? 'shared' : undefined
}

/**
 * Returns when a key of a deleted account is erased. A shared key is kept for the same period after
 * its last attempt, because an attacker who takes every attempt must not lock the owner out until
 * the key is gone.
 */
export function erasedAt({
  deletedAt,
  shared,
  lastSharedTryAt,
}: Pick<PinKeyState, 'shared' | 'lastSharedTryAt'> & { deletedAt: Date }): Date {
  const deletedMs = deletedAt.getTime()
  const usedMs = Math.max(deletedMs, (shared && lastSharedTryAt?.getTime()) || 0)
  return new Date(Math.min(usedMs + DELETED_PIN_KEY_TTL_MS, deletedMs + CONTESTED_PIN_KEY_TTL_MS))
}

/** Returns the wait between an attempt on a retired key and the next one. */
export function retiredPinWaitMs(triesUsed: number): number {
  if (triesUsed < PIN_MAX_ATTEMPTS) return 0
  const doubled = RETIRED_PIN_FIRST_WAIT_MS * 2 ** (triesUsed - PIN_MAX_ATTEMPTS)
  return Math.min(doubled, RETIRED_PIN_MAX_WAIT_MS)
}

function nextTryAt({ triesUsed, lastTryAt }: PinCount): Date | undefined {
  const waitMs = retiredPinWaitMs(triesUsed)
  return lastTryAt && waitMs > 0 ? new Date(lastTryAt.getTime() + waitMs) : undefined
}

export type EvaluationDecision =
  | { kind: 'evaluate'; attempt: number }
  | { kind: 'exceeded' }
  | { kind: 'wait'; retryAt: Date }

/** Too many attempts lock an active key, but only slow down a retired one. */
export function decideEvaluation(
  key: Pick<PinKeyState, 'retiredAt'>,
  count: PinCount,
  now: Date,
): EvaluationDecision {
  const attempt = count.triesUsed + 1
  if (!key.retiredAt) {
    return attempt > PIN_MAX_ATTEMPTS ? { kind: 'exceeded' } : { kind: 'evaluate', attempt }
  }
  const retryAt = nextTryAt(count)
  return retryAt && now < retryAt ? { kind: 'wait', retryAt } : { kind: 'evaluate', attempt }
}

export type PinEntry = {
  matches: boolean
  /** The number of this attempt since the last correct PIN, from 1. */
  attempt: number
  /** True if a correct PIN came in between, so that this attempt belongs to an earlier count. */
  outdated: boolean
  countedOn: 'own' | 'shared'
}

export type PinVerdict =
  | { kind: 'right'; triesUsed: number; failedSince: number }
  | { kind: 'wrong'; attempts: number; retryAt: Date | undefined }
  | { kind: 'exceeded' }

/**
 * A correct PIN resets the count. On the shared count of a retired key it only returns its own
 * attempt, because others use that count too.
 */
export function decidePinEntry(
  key: Pick<PinKeyState, 'retiredAt'>,
  count: PinCount,
  entry: PinEntry,
): PinVerdict {
  const failedSince = Math.max(0, count.triesUsed - 1)
  if (entry.matches) {
    const keepsWrongTries = key.retiredAt !== undefined && entry.countedOn === 'shared'
    return { kind: 'right', triesUsed: keepsWrongTries ? failedSince : 0, failedSince }
  }
  if (!key.retiredAt && entry.attempt >= PIN_MAX_ATTEMPTS && !entry.outdated) {
    return { kind: 'exceeded' }
  }
  return {
    kind: 'wrong',
    attempts: Math.min(entry.attempt, PIN_MAX_ATTEMPTS),
    retryAt: key.retiredAt && nextTryAt(count),
  }
}

export type PinTries = {
  /** The number of wrong PINs that are still evaluated without a wait. */
  triesLeft: number
  /** The time of the next attempt; undefined while one is possible immediately. */
  retryAt: Date | undefined
}

/** Returns the attempts left for a member who forgot the PIN. */
export function pinTriesOf(
  key: Pick<PinKeyState, 'retiredAt'>,
  count: PinCount,
  now: Date,
): PinTries {
  const triesLeft = Math.max(0, PIN_MAX_ATTEMPTS - count.triesUsed)
  if (!key.retiredAt) return { triesLeft, retryAt: undefined }
  const retryAt = nextTryAt(count)
  if (retryAt && now < retryAt) return { triesLeft: 0, retryAt }
  // Each finished wait grants one attempt.
  return { triesLeft: Math.max(1, triesLeft), retryAt: undefined }
}
