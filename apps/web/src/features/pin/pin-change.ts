import type { VerifiedPin } from './pin-entry.ts'
import type { EnrolOutcome } from './pin-enrolment.ts'

/** The state of a PIN change: first the old PIN, then the new one twice. */
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

/** Returns to the choice without requiring the old PIN again. */
export function chooseAgain(change: PinChange): PinChange {
  return change.kind === 'confirm' ? { kind: 'choose', old: change.old } : change
}

/** A used or expired token leads back to the old PIN; any other problem is shown in place. */
export function afterEnrolment(change: PinChange, outcome: EnrolOutcome['kind']): PinChange {
  const isTokenLost = outcome === 'askAgain' || outcome === 'alreadySet'
  return isTokenLost ? { kind: 'current', note: 'askAgain' } : change
}
