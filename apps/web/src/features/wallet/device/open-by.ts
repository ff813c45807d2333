import type { Opening } from '#/vault/vault.ts'
import type { WalletOpener } from './opener.ts'

/** What opens the wallet, the way the member chose; nothing when they changed their mind. */
export async function openBy(
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
