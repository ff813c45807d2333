import { NONE, findPasskeyOf, noteAuthenticated, usePasskey } from './store.ts'
import type { PasskeyState } from './store.ts'

/** From now on, or no longer, this device has a passkey. Whoever just made it has shown it. */
export function noteOwnPasskey(passkey: PasskeyState['passkey'], nowMs: number): void {
  usePasskey.setState(
    passkey ? { ...NONE, passkey, isPasskeyAuthenticated: true, lastAuthTime: nowMs } : NONE,
  )
}

/** A restored copy brought its passkey along. The member is inside already, so nothing is locked. */
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
