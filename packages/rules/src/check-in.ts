import { checkInWindow, programmeDayOf, type ProgrammeDay } from './programme-day.ts'

export type CheckInTerms = { baseXp: number; bonusEvery: number; bonusXp: number }

export const DEFAULT_CHECK_IN: CheckInTerms = { baseXp: 50, bonusEvery: 5, bonusXp: 100 }

export type CheckInState = {
  /** Check-ins of the member in this season, gaps or not. */
  count: number
  lastDay: ProgrammeDay | undefined
}

export type CheckInDecision =
  | { kind: 'closed'; nextCheckInAt: Date }
  | { kind: 'already-done'; nextCheckInAt: Date }
  | {
      kind: 'granted'
      day: ProgrammeDay
      number: number
      baseXp: number
      fifthBonusXp: number
      nextCheckInAt: Date
    }

export function decideCheckIn(
  terms: CheckInTerms,
  state: CheckInState,
  now: Date,
): CheckInDecision {
  const day = programmeDayOf(now)
  const window = checkInWindow(now)
  if (!window.open) return { kind: 'closed', nextCheckInAt: window.opensAt }
  if (state.lastDay === day) return { kind: 'already-done', nextCheckInAt: window.opensNextDayAt }
  const number = state.count + 1
  return {
    kind: 'granted',
    day,
    number,
    baseXp: terms.baseXp,
    fifthBonusXp: number % terms.bonusEvery === 0 ? terms.bonusXp : 0,
    nextCheckInAt: window.opensNextDayAt,
  }
}

/** When the member can check in next: now counts, if nothing stands in the way. */
export function nextCheckInAt(state: Pick<CheckInState, 'lastDay'>, now: Date): Date {
  const window = checkInWindow(now)
  if (!window.open) return window.opensAt
  return state.lastDay === programmeDayOf(now) ? window.opensNextDayAt : now
}
