import type { DeletionReason } from '@solstice/rules/account'
import { create } from 'zustand'
import { onSignOut } from '#/lib/sign-out.ts'

export const DELETION_STEPS = [
  'reason',
  'wallet',
  'words',
  'agreement',
  'confirm',
  'deleted',
] as const
export type DeletionStep = (typeof DELETION_STEPS)[number]

export type Deletion = {
  reason: DeletionReason | undefined
  reasonText: string
  /** True when the member has shown that they can restore the wallet of this device. */
  isWalletSafe: boolean
  agreed: boolean
  /** The token of the PIN that was entered after the agreement. */
  pinToken: string | undefined
  /** The time from which the address may be used again; known once the account is deleted. */
  reRegisterAfter: string | undefined
}

const EMPTY: Deletion = {
  reason: undefined,
  reasonText: '',
  isWalletSafe: false,
  agreed: false,
  pinToken: undefined,
  reRegisterAfter: undefined,
}

/** Stored in memory only, so that leaving the flow restarts it. */
export const useDeletion = create<Deletion>()(() => EMPTY)

export function clearDeletion(): void {
  useDeletion.setState(EMPTY, true)
}

onSignOut(({ wipe }) => {
  // The confirmation of a deleted account still reads this state.
  if (!wipe) clearDeletion()
})

export function toDeletionStep(step: unknown): DeletionStep {
  return DELETION_STEPS.find((known) => known === step) ?? 'reason'
}

/**
 * Returns the earliest step that must be completed before the requested one, or undefined when it
 * may be shown.
 */
export function earlierDeletionStep(
  deletion: Deletion,
  step: DeletionStep,
  hasWallet: boolean,
): DeletionStep | undefined {
  const isWalletOpen = hasWallet && !deletion.isWalletSafe
  switch (step) {
    case 'reason':
      return undefined
    case 'wallet':
    case 'words':
      return deletion.reason ? undefined : 'reason'
    case 'agreement':
      if (!deletion.reason) return 'reason'
      return isWalletOpen ? 'wallet' : undefined
    case 'confirm':
      if (!deletion.reason) return 'reason'
      if (isWalletOpen) return 'wallet'
      return deletion.agreed && deletion.pinToken !== undefined ? undefined : 'agreement'
    case 'deleted':
      return deletion.reRegisterAfter === undefined ? 'reason' : undefined
  }
}
