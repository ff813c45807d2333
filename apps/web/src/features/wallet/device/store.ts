import { create } from 'zustand'
import type { LocalWallet } from './wallet-decision.ts'

/** The member's wallet on the server and on the device at the last check. */
type WalletState = {
  userId: string | undefined
  /** Undefined before the first check. */
  server: string | null | undefined
  local: LocalWallet | undefined
}

const UNKNOWN: WalletState = { userId: undefined, server: undefined, local: undefined }

export const useWallet = create<WalletState>(() => UNKNOWN)

export function clearWalletState(): void {
  useWallet.setState(UNKNOWN)
}

/**
 * Held while a wallet is created, imported, disconnected or removed, so that no tab checks it
 * meanwhile.
 */
const LOCK = 'solstice-wallet'

export function whileChangingWallet<Result>(action: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, action) : action()
}

export function unlessWalletChanges<Result>(
  action: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!navigator.locks) return action()
  return navigator.locks.request(LOCK, { mode: 'shared', ifAvailable: true }, (lock) =>
    lock ? action() : Promise.resolve(undefined),
  )
}
