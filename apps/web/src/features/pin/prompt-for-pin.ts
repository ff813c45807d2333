import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { create } from 'zustand'
import type { OnPinKey, RetiredPin, VerifiedPin } from './pin-entry.ts'

type PinRequestOptions = {
  /** Prompts for an earlier PIN, because data is still sealed under it; newest first. */
  retired?: readonly RetiredPin[]
  /** The member knows it as their current PIN, regardless of the state of its key. */
  isCurrent?: boolean
  /** It opens a wallet that was set aside. */
  isOld?: boolean
  onKey?: OnPinKey | undefined
}

export type PinRequest = PinRequestOptions & {
  purpose: PinPurpose
  answer: (entered: VerifiedPin | undefined) => void
}

/** The current request of the PIN prompt, one at a time. */
export const usePinRequest = create<{ request: PinRequest | undefined }>(() => ({
  request: undefined,
}))

/** Prompts for the PIN over the current screen; resolves to undefined when the member cancels. */
export async function promptForPin(purpose: PinPurpose): Promise<string | undefined> {
  return (await promptForPinEntry(purpose))?.pinToken
}

/**
 * Prompts for the PIN and also returns the key derived from it, which opens what is sealed under
 * it.
 */
export function promptForPinEntry(
  purpose: PinPurpose,
  options?: PinRequestOptions,
): Promise<VerifiedPin | undefined> {
  usePinRequest.getState().request?.answer(undefined)
  return new Promise((resolve) => {
    const answer = (entered: VerifiedPin | undefined) => {
      usePinRequest.setState({ request: undefined })
      resolve(entered)
    }
    usePinRequest.setState({ request: { ...options, purpose, answer } })
  })
}
