import type { Opening } from '#/vault/vault.ts'
import type { WalletOpener } from './opener.ts'

/** Opens the wallet with the method that the member chose; returns undefined if they cancel. */
export async function openWith(
  opener: WalletOpener,
  by: 'pin' | 'passkey',
  onPasskeyFailed: () => void,
): Promise<Opening | undefined> {
  if (by === 'pin') return opener.byPin()
  try {
    return await opener.byPasskey()
  } catch {
    onPasskeyFailed()
    return undefined
  }
}
