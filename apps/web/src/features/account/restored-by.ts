/**
 * The method that restores the wallet of this device; `elsewhere` when it has none or cannot be
 * read.
 */
export type RestoredBy = 'phrase' | 'key' | 'elsewhere'

/**
 * A wallet imported by its private key has no recovery phrase, so the text must not mention one.
 */
export async function findRestoredBy(
  wallet: Promise<{ hasPhrase: boolean } | undefined>,
): Promise<RestoredBy> {
  // When the database cannot be read, the text for any wallet is correct too.
  const facts = await wallet.catch(() => undefined)
  if (!facts) return 'elsewhere'
  return facts.hasPhrase ? 'phrase' : 'key'
}
