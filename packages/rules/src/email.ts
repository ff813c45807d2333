/** A point in the domain, neither first nor last; the first such point decides, so nothing is tried twice. */
const PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** The longest address SMTP can carry (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254

/** Addresses are compared without case and without the spaces a phone keyboard adds. */
export function normaliseEmail(input: string): string {
  return input.trim().toLowerCase()
}

/** Providers whose addresses mean the same with and without dots, each with the domain that counts. */
const DOTLESS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * The mailbox behind an address: without a plus tag, and without the dots that its provider ignores.
 * It tells whether two members may be one person, and never who may sign up.
 */
export function mailboxOf(email: string): string {
  const address = normaliseEmail(email)
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, Math.max(at, 0)).split('+')
  const domain = address.slice(at + 1)
  const dotless = DOTLESS[domain]
  return dotless === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${dotless}`
}

export function isEmail(input: string): boolean {
  const email = input.trim()
  return email.length <= EMAIL_MAX_LENGTH && PATTERN.test(email)
}
