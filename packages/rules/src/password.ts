const LOGIN_PASSWORD_MIN_LENGTH = 6
const NEW_PASSWORD_MIN_LENGTH = 8
const NEW_PASSWORD_MAX_LENGTH = 20

export const NEW_PASSWORD_CONDITIONS = ['length', 'upper', 'lower', 'digit', 'symbol'] as const
export type NewPasswordCondition = (typeof NEW_PASSWORD_CONDITIONS)[number]

/**
 * Limits resets in 24 hours, so that an attacker with access to the mailbox cannot repeat them
 * endlessly.
 */
export const PASSWORD_RESETS_PER_DAY = 3

const PRINTABLE_ASCII = /^[!-~]*$/

const TESTS: Record<NewPasswordCondition, (password: string) => boolean> = {
  length: (password) =>
    password.length >= NEW_PASSWORD_MIN_LENGTH && password.length <= NEW_PASSWORD_MAX_LENGTH,
  upper: (password) => /[A-Z]/.test(password),
  lower: (password) => /[a-z]/.test(password),
  digit: (password) => /[0-9]/.test(password),
  symbol: (password) => /[!-/:-@[-`{-~]/.test(password),
}

/** Returns true if an existing password is long enough to send to the server. */
export function isLoginPassword(password: string): boolean {
  return password.length >= LOGIN_PASSWORD_MIN_LENGTH
}

export function meetsCondition(password: string, condition: NewPasswordCondition): boolean {
  return TESTS[condition](password)
}

/**
 * Rejects spaces and characters outside printable ASCII, because not every keyboard can type them
 * again.
 */
export function isNewPassword(password: string): boolean {
  return (
    PRINTABLE_ASCII.test(password) &&
    NEW_PASSWORD_CONDITIONS.every((condition) => meetsCondition(password, condition))
  )
}
