import { create } from 'zustand'
import { readLinkedAccount } from '#/lib/linked-account.ts'

/** After this long in the background the member authenticates again, by passkey or PIN. */
export const BACKGROUND_LIMIT_MS = 300_000

export type PasskeyState = {
  /** The passkey of this device, if it has one. */
  passkey: { credentialId: string; salt: string } | undefined
  isPasskeyAuthenticated: boolean
  lastAuthTime: number | null
  requiresPasskeyAuth: boolean
  isAuthenticating: boolean
  authenticationFailed: boolean
}

export const NONE: PasskeyState = {
  passkey: undefined,
  isPasskeyAuthenticated: false,
  lastAuthTime: null,
  requiresPasskeyAuth: false,
  isAuthenticating: false,
  authenticationFailed: false,
}

export const usePasskey = create<PasskeyState>(() => NONE)

let hiddenAtMs: number | undefined

export function clearPasskeyState(): void {
  hiddenAtMs = undefined
  usePasskey.setState(NONE)
}

/** Requires the passkey of this device on entry, if it has one. */
export async function findPasskeyOf(userId: string): Promise<boolean> {
  const { passkey } = await readLinkedAccount(userId)
  usePasskey.setState({ ...NONE, passkey, requiresPasskeyAuth: passkey !== undefined })
  return passkey !== undefined
}

/** Records an authentication by passkey or PIN. */
export function noteAuthenticated(nowMs: number): void {
  usePasskey.setState({
    isPasskeyAuthenticated: true,
    lastAuthTime: nowMs,
    requiresPasskeyAuth: false,
    isAuthenticating: false,
    authenticationFailed: false,
  })
}

export function noteHidden(nowMs: number): void {
  hiddenAtMs = nowMs
}

/** Returns true when the app must be locked after this time in the background. */
export function noteVisible(nowMs: number): boolean {
  const backgroundMs = hiddenAtMs === undefined ? 0 : nowMs - hiddenAtMs
  hiddenAtMs = undefined
  // When the clock was set back, the elapsed time is unknown.
  if (backgroundMs >= 0 && backgroundMs < BACKGROUND_LIMIT_MS) return false
  if (usePasskey.getState().passkey) {
    usePasskey.setState({ isPasskeyAuthenticated: false, requiresPasskeyAuth: true })
  }
  return true
}
