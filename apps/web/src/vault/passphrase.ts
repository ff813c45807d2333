const SHORTEST = 12

/**
 * Why a file is not encrypted under a passphrase. Some programs normalise it to NFKC and others take
 * the bytes as typed: a passphrase that NFKC changes would open the file in only some of them.
 */
export function passphraseProblem(passphrase: string): 'short' | 'ambiguous' | undefined {
  if (passphrase.length < SHORTEST) return 'short'
  return passphrase.normalize('NFKC') === passphrase ? undefined : 'ambiguous'
}
