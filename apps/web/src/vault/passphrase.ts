const MIN_LENGTH = 12

/**
 * Returns the reason to reject a passphrase for a new file. Some programs normalise it to NFKC and
 * others use the bytes as typed, so a passphrase that NFKC changes would open the file in only some
 * of them.
 */
export function passphraseProblem(passphrase: string): 'short' | 'ambiguous' | undefined {
  if (passphrase.length < MIN_LENGTH) return 'short'
  return passphrase.normalize('NFKC') === passphrase ? undefined : 'ambiguous'
}
