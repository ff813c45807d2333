import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { vault } from '#/vault/vault.ts'
import type { WordAnswer } from '#/vault/vault.ts'

/**
 * Compares words with the sealed phrase, which the PIN opens; returns undefined if the member
 * cancels.
 */
export async function checkWordsOf(
  userId: string,
  opener: WalletOpener,
  answers: WordAnswer[],
): Promise<boolean | undefined> {
  const opening = await opener.byPin()
  return opening && vault.checkWords(userId, opening, answers)
}
