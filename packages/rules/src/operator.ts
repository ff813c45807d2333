import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

/** The lifetime of an operator's token. */
export const OPERATOR_TOKEN_TTL_MS = 90 * DAY_MS

export function operatorTokenExpiresAt(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + OPERATOR_TOKEN_TTL_MS)
}

/** A session ends after this time without a call by the person. */
const OPERATOR_IDLE_MS = 15 * MINUTE_MS
export const OPERATOR_SESSION_TTL_MS = 12 * HOUR_MS
/** The time for which a confirmation with a factor allows sensitive calls. */
export const STEP_UP_TTL_MS = 5 * MINUTE_MS
/** The time between the two steps of a sign-in. */
export const OPERATOR_LOGIN_TTL_MS = 5 * MINUTE_MS
/** Codes that may be tried after one password. */
export const OPERATOR_LOGIN_ATTEMPTS = 4
export const ENROLMENT_TTL_MS = DAY_MS
/** The time for setting up a factor after its options were requested. */
export const FACTOR_SETUP_TTL_MS = 15 * MINUTE_MS
/** A factor that was added without a trusted passkey approves nothing for this long. */
const NEW_FACTOR_WAIT_MS = DAY_MS

type ConfirmingFactor = { kind: 'PASSKEY' | 'TOTP'; approvesFrom: Date | null }

/**
 * Returns from when a new factor may approve: at once if a passkey that may approve itself confirmed
 * the change, otherwise after a day, so that a stolen password and code do not approve by adding a
 * passkey.
 */
export function newFactorApprovesFrom(confirmed: ConfirmingFactor, now: Date): Date {
  const { kind, approvesFrom } = confirmed
  const isTrusted = kind === 'PASSKEY' && approvesFrom !== null && now >= approvesFrom
  return isTrusted ? now : new Date(now.getTime() + NEW_FACTOR_WAIT_MS)
}

export const PASSKEYS_PER_OPERATOR = 10
export const RECOVERY_CODES = 10

const PASSWORD_MIN_LENGTH = 15
const PASSWORD_MAX_LENGTH = 128

/** Counts code points and requires no kinds of characters, as NIST SP 800-63B recommends. */
export function isOperatorPassword(password: string): boolean {
  const length = Array.from(password).length
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH
}

type SessionTimes = { lastUsedAt: Date; endsAt: Date; endedAt: Date | null }

/** Returns when a session ends unless it is used before. */
export function operatorIdleUntil({ lastUsedAt, endsAt }: SessionTimes): Date {
  return new Date(Math.min(lastUsedAt.getTime() + OPERATOR_IDLE_MS, endsAt.getTime()))
}

export function isOperatorSessionOpen(session: SessionTimes, now: Date): boolean {
  return session.endedAt === null && now < operatorIdleUntil(session)
}
