import { create } from 'zustand'
import type { LocalWallet } from './wallet-decision.ts'

/** What both sides said about the member's wallet at the last look. */
type WalletState = {
  userId: string | undefined
  /** Not known before the first check. */
  server: string | null | undefined
  local: LocalWallet | undefined
}

const UNKNOWN: WalletState = { userId: undefined, server: undefined, local: undefined }

export const useWallet = create<WalletState>(() => UNKNOWN)

export function clearWalletState(): void {
  useWallet.setState(UNKNOWN)
}

/** Held while a wallet is made, imported, disconnected or removed: no tab judges it meanwhile. */
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
