/** A point in the domain, neither first nor last; the first such point decides, so nothing is tried twice. */
const PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** The longest address SMTP can carry (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254

/** Addresses are compared without case and without the spaces a phone keyboard adds. */
export function normaliseEmail(input: string): string {
  return input.trim().toLowerCase()
}

export function isEmail(input: string): boolean {
  const email = input.trim()
  return email.length <= EMAIL_MAX_LENGTH && PATTERN.test(email)
}
