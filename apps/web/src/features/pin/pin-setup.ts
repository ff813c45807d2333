import { create } from 'zustand'
import { onSignOut } from '#/lib/sign-out.ts'

/** The first entry waits in memory for the second. Nothing of a PIN is ever stored. */
export const usePinSetup = create<{ chosen: string | undefined }>(() => ({ chosen: undefined }))

export function choosePin(pin: string): void {
  usePinSetup.setState({ chosen: pin })
}

export function clearChosenPin(): void {
  usePinSetup.setState({ chosen: undefined })
}

onSignOut(clearChosenPin)
