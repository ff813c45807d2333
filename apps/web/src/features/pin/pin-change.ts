import type { EnrolOutcome } from './pin-enrolment.ts'

/** Where a change of PIN stands: the old one first, then the new one twice. */
export type PinChange =
  | { kind: 'current'; note?: 'askAgain' }
  | { kind: 'choose'; pinToken: string }
  | { kind: 'confirm'; pinToken: string; chosen: string }

export function afterCurrent(pinToken: string): PinChange {
  return { kind: 'choose', pinToken }
}

export function afterChoice(change: PinChange, chosen: string): PinChange {
  return change.kind === 'choose' ? { ...change, kind: 'confirm', chosen } : change
}

/** Back to the choice; the old PIN need not be entered again. */
export function chooseAgain(change: PinChange): PinChange {
  return change.kind === 'confirm' ? { kind: 'choose', pinToken: change.pinToken } : change
}

/** A token that is used or too old leads back to the old PIN; anything else is said in place. */
export function afterEnrolment(change: PinChange, outcome: EnrolOutcome['kind']): PinChange {
  const isTokenLost = outcome === 'askAgain' || outcome === 'alreadySet'
  return isTokenLost ? { kind: 'current', note: 'askAgain' } : change
}
