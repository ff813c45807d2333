import { create } from 'zustand'
import { onSignOut } from '#/lib/sign-out.ts'

/** Keeps the first entry in memory for the second. A PIN is never stored. */
export const usePinSetup = create<{ chosen: string | undefined }>(() => ({ chosen: undefined }))

export function choosePin(pin: string): void {
  usePinSetup.setState({ chosen: pin })
}

export function clearChosenPin(): void {
  usePinSetup.setState({ chosen: undefined })
}

onSignOut(clearChosenPin)
