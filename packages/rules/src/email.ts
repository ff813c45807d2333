/**
 * Requires a dot inside the domain. The pattern fixes the first such dot, so that it does not
 * backtrack.
 */
const PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** The longest address that SMTP allows (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254

/** Normalises case and removes the spaces that phone keyboards add. */
export function normaliseEmail(input: string): string {
  return input.trim().toLowerCase()
}

/** Maps providers that ignore dots to their canonical domain. */
const DOTLESS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/**
 * Returns the mailbox of an address: without a plus tag, and without the dots that its provider
 * ignores. It detects members who may be the same person, but never restricts sign-up.
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

/**
 * Shows the first and the last letter before the @ and the whole domain; the dots hide the length.
 * A name of one or two letters is hidden. A text that is no address stays as it is.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return email
  const letters = Array.from(email.slice(0, at))
  const [first, last] = letters.length > 2 ? [letters[0], letters.at(-1)] : []
  return `${first ?? ''}••••${last ?? ''}${email.slice(at)}`
}
