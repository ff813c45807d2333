import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { create } from 'zustand'
import type { OnPinKey, RetiredPin, VerifiedPin } from './pin-entry.ts'

type PinRequestOptions = {
  /** An earlier PIN is asked for, because something is still sealed under it; newest first. */
  retired?: readonly RetiredPin[]
  /** The member knows it as their PIN, whatever became of its key. */
  isCurrent?: boolean
  /** It opens a wallet that was set aside. */
  isOld?: boolean
  onKey?: OnPinKey | undefined
}

export type PinRequest = PinRequestOptions & {
  purpose: PinPurpose
  answer: (entered: VerifiedPin | undefined) => void
}

/** What the prompt over the screen is asked for, one at a time. */
export const usePinRequest = create<{ request: PinRequest | undefined }>(() => ({
  request: undefined,
}))

/** Asks for the PIN over whatever is on the screen; nothing when the member changed their mind. */
export async function promptForPin(purpose: PinPurpose): Promise<string | undefined> {
  return (await promptForPinEntry(purpose))?.pinToken
}

/** The same, with the key that the PIN becomes: it opens what is sealed under it. */
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
