/** What restores the wallet of this phone; `elsewhere` when it has none, or cannot say. */
export type RestoredBy = 'phrase' | 'key' | 'elsewhere'

/** A wallet that was imported by its key has no words: nobody should look for them. */
export async function findRestoredBy(
  wallet: Promise<{ hasPhrase: boolean } | undefined>,
): Promise<RestoredBy> {
  // A database that cannot be read: the text for any wallet is true of this one too.
  const facts = await wallet.catch(() => undefined)
  if (!facts) return 'elsewhere'
  return facts.hasPhrase ? 'phrase' : 'key'
}
