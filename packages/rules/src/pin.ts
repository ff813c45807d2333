import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

export const PIN_LENGTH = 6
export const PIN_MAX_ATTEMPTS = 5
/** How long a begun enrolment may be finished, and an evaluation be verified or verified again. */
export const PIN_ENROLMENT_TTL_MS = 10 * MINUTE_MS
export const PIN_EVALUATION_TTL_MS = 10 * MINUTE_MS
export const PIN_TOKEN_TTL_MS = 5 * MINUTE_MS
/** After the first five tries a retired key answers one try per wait; each wait doubles the last. */
export const RETIRED_PIN_FIRST_WAIT_MS = HOUR_MS
export const RETIRED_PIN_LONGEST_WAIT_MS = DAY_MS
/** PIN keys outlive a deleted account, so that a deletion by a thief costs the owner no wallet. */
export const DELETED_PIN_KEY_TTL_MS = 30 * DAY_MS
/** How long strangers who use up the tries of a shared key can keep it from being erased. */
export const CONTESTED_PIN_KEY_TTL_MS = 365 * DAY_MS

/**
 * Rounds of PBKDF2 for a new PIN. Each PIN key keeps the number it was made with, so that raising
 * this one changes new keys only.
 */
export const PIN_ITERATIONS = 900_000
/** No PIN key was ever made with fewer: a server that names fewer makes the PIN easier to guess. */
export const LEAST_PIN_ITERATIONS = 900_000

export function isPin(input: string): boolean {
  return /^[0-9]{6}$/.test(input)
}

/** Walks over the keypad that are chosen far more often than chance would have it. */
const KEYPAD_WALKS =
  /^(?:102030|112358|123654|123789|142536|147258|147369|147852|159357|159753|258369|321654|357159|369258|456123|741852|741963|753951|789456|951753|963852)$/

/**
 * The PINs that somebody with five tries enters first: digits that repeat, even steps, mirrored steps
 * and walks over the keypad. Only the phone can check it: the server never sees a PIN.
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
    KEYPAD_WALKS.test(pin)
  )
}

/** 123456, 654321, 024680, 890123: each digit is as far from the one before it, past 9 as well. */
function hasEvenSteps(digits: string): boolean {
  const step = (at: number) => (Number(digits[at]) - Number(digits[at - 1]) + 10) % 10
  return Array.from(digits).every((_, at) => at === 0 || step(at) === step(1))
}

export type PinKeyState = {
  /** Undefined while the key is the one in use. */
  retiredAt: Date | undefined
  /** The PIN was set or proved without a device key, so a device that is not enrolled may hold a wallet. */
  shared: boolean
  /** The account is neither suspended, disabled nor deleted, so its owner can open a session. */
  canLogIn: boolean
  /** When the account of the key was deleted. */
  deletedAt: Date | undefined
  /** When the shared count was last charged. */
  lastSharedTryAt: Date | undefined
}

export type PinCaller = {
  /** The caller's device, or session where there is no device key, set or proved the PIN of this key. */
  enrolled: boolean
  /** When the caller's session of the key's member was opened by password. */
  loggedInAt: Date | undefined
}

/** Tries since the last right PIN; of a retired key, since it was retired. */
export type PinCount = { triesUsed: number; lastTryAt: Date | undefined }

/**
 * Selects the count that a try is charged to. Callers without an enrolment share one count, so that
 * inventing devices gains no tries, and need a session while the account gives one. `undefined` means
 * that the key does not answer this caller.
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
 * When a key of a deleted account is erased. A shared one outlives the last try by as long: a stranger
 * who takes every try must not keep the owner out until the key is gone.
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

/** The wait between a try on a retired key and the next one. */
export function retiredPinWaitMs(triesUsed: number): number {
  if (triesUsed < PIN_MAX_ATTEMPTS) return 0
  const doubled = RETIRED_PIN_FIRST_WAIT_MS * 2 ** (triesUsed - PIN_MAX_ATTEMPTS)
  return Math.min(doubled, RETIRED_PIN_LONGEST_WAIT_MS)
}

function nextTryAt({ triesUsed, lastTryAt }: PinCount): Date | undefined {
  const waitMs = retiredPinWaitMs(triesUsed)
  return lastTryAt && waitMs > 0 ? new Date(lastTryAt.getTime() + waitMs) : undefined
}

export type EvaluationDecision =
  | { kind: 'evaluate'; attempt: number }
  | { kind: 'exceeded' }
  | { kind: 'wait'; retryAt: Date }

/** Tries end the use of an active key, and only slow a retired one down. */
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
  /** Which try since the last right PIN this was, from 1. */
  attempt: number
  /** A right PIN has come in between, so this try belongs to a count that is over. */
  outdated: boolean
  countedOn: 'own' | 'shared'
}

export type PinVerdict =
  | { kind: 'right'; triesUsed: number; failedSince: number }
  | { kind: 'wrong'; attempts: number; retryAt: Date | undefined }
  | { kind: 'exceeded' }

/**
 * A right PIN sets the count back. On the shared count of a retired key it only returns its own try,
 * because others use that count too.
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
  /** Wrong PINs that are still answered at once. */
  triesLeft: number
  /** When the next try is answered; undefined while one is answered at once. */
  retryAt: Date | undefined
}

/** The tries that are left for a member who forgot the PIN. */
export function pinTriesOf(
  key: Pick<PinKeyState, 'retiredAt'>,
  count: PinCount,
  now: Date,
): PinTries {
  const triesLeft = Math.max(0, PIN_MAX_ATTEMPTS - count.triesUsed)
  if (!key.retiredAt) return { triesLeft, retryAt: undefined }
  const retryAt = nextTryAt(count)
  if (retryAt && now < retryAt) return { triesLeft: 0, retryAt }
  // Each wait that is over gives one try.
  return { triesLeft: Math.max(1, triesLeft), retryAt: undefined }
}
