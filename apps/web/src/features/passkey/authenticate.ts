import { NONE, findPasskeyOf, noteAuthenticated, usePasskey } from './store.ts'
import type { PasskeyState } from './store.ts'

/**
 * Records that this device now has a passkey, or none any more. A newly created passkey counts as
 * used.
 */
export function noteOwnPasskey(passkey: PasskeyState['passkey'], nowMs: number): void {
  usePasskey.setState(
    passkey ? { ...NONE, passkey, isPasskeyAuthenticated: true, lastAuthTime: nowMs } : NONE,
  )
}

/** Adopts the passkey of a restored copy. The member is signed in already, so nothing is locked. */
export async function adoptPasskey(userId: string, nowMs: number): Promise<void> {
  if (await findPasskeyOf(userId)) noteAuthenticated(nowMs)
}

export async function authenticate(confirm: () => Promise<void>, now: () => number): Promise<void> {
  usePasskey.setState({ isAuthenticating: true, authenticationFailed: false })
  try {
    await confirm()
    noteAuthenticated(now())
  } catch {
    usePasskey.setState({ isAuthenticating: false, authenticationFailed: true })
  }
}
