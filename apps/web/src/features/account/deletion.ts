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
  /** The member showed that they can bring the wallet of this phone back. */
  isWalletSafe: boolean
  agreed: boolean
  /** Of the PIN that was entered after the agreement. */
  pinToken: string | undefined
  /** From when on the address may be used again; known once the account is gone. */
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

/** In memory only: who turns away begins again. */
export const useDeletion = create<Deletion>()(() => EMPTY)

export function clearDeletion(): void {
  useDeletion.setState(EMPTY, true)
}

onSignOut(({ wipe }) => {
  // The confirmation of a deleted account still reads what it deleted.
  if (!wipe) clearDeletion()
})

export function toDeletionStep(step: unknown): DeletionStep {
  return DELETION_STEPS.find((known) => known === step) ?? 'reason'
}

/** The earliest step that must be done before the asked one, or nothing when it may be shown. */
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
