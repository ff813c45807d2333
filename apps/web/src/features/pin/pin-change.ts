import type { VerifiedPin } from './pin-entry.ts'
import type { EnrolOutcome } from './pin-enrolment.ts'

/** Where a change of PIN stands: the old one first, then the new one twice. */
export type PinChange =
  | { kind: 'current'; note?: 'askAgain' }
  | { kind: 'choose'; old: VerifiedPin }
  | { kind: 'confirm'; old: VerifiedPin; chosen: string }

export function afterCurrent(old: VerifiedPin): PinChange {
  return { kind: 'choose', old }
}

export function afterChoice(change: PinChange, chosen: string): PinChange {
  return change.kind === 'choose' ? { ...change, kind: 'confirm', chosen } : change
}

/** Back to the choice; the old PIN need not be entered again. */
export function chooseAgain(change: PinChange): PinChange {
  return change.kind === 'confirm' ? { kind: 'choose', old: change.old } : change
}

/** A token that is used or too old leads back to the old PIN; anything else is said in place. */
export function afterEnrolment(change: PinChange, outcome: EnrolOutcome['kind']): PinChange {
  const isTokenLost = outcome === 'askAgain' || outcome === 'alreadySet'
  return isTokenLost ? { kind: 'current', note: 'askAgain' } : change
}
