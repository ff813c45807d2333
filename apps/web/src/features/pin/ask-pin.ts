import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { create } from 'zustand'

type PinRequest = {
  purpose: PinPurpose
  answer: (pinToken: string | undefined) => void
}

/** What the prompt over the screen is asked for, one at a time. */
export const usePinRequest = create<{ request: PinRequest | undefined }>(() => ({
  request: undefined,
}))

/** Asks for the PIN over whatever is on the screen; nothing when the member changed their mind. */
export function askPin(purpose: PinPurpose): Promise<string | undefined> {
  usePinRequest.getState().request?.answer(undefined)
  return new Promise((resolve) => {
    const answer = (pinToken: string | undefined) => {
      usePinRequest.setState({ request: undefined })
      resolve(pinToken)
    }
    usePinRequest.setState({ request: { purpose, answer } })
  })
}
