import { checkInWindow, programmeDayOf, type ProgrammeDay } from '#/programme-day.ts'
import { withBonuses, type BonusInputs, type MissionXp } from '#/tier.ts'
import type { Trace } from '#/trace.ts'

/** The check-in has this id in every season. */
export const CHECK_IN_ID = 1

export type CheckInTerms = { baseXp: number; bonusEvery: number; bonusXp: number }

export const DEFAULT_CHECK_IN: CheckInTerms = { baseXp: 50, bonusEvery: 5, bonusXp: 100 }

export type CheckInState = {
  /** The member's check-ins in this season, consecutive or not. */
  count: number
  lastDay: ProgrammeDay | undefined
}

export type CheckInDecision =
  | { kind: 'closed' }
  | { kind: 'already-done' }
  | { kind: 'granted'; day: ProgrammeDay; number: number; baseXp: number; fifthBonusXp: number }

export function decideCheckIn(
  terms: CheckInTerms,
  state: CheckInState,
  now: Date,
): CheckInDecision {
  const day = programmeDayOf(now)
  if (!checkInWindow(now).open) return { kind: 'closed' }
  if (state.lastDay === day) return { kind: 'already-done' }
  const number = state.count + 1
  return {
    kind: 'granted',
    day,
    number,
    baseXp: terms.baseXp,
    fifthBonusXp: number % terms.bonusEvery === 0 ? terms.bonusXp : 0,
  }
}

const OUTCOMES = {
  closed: 'CHECK_IN_CLOSED',
  'already-done': 'DONE_TODAY',
  granted: 'GRANTED',
} as const satisfies Record<CheckInDecision['kind'], Trace<'check-in'>['outcome']>

/** Decides a check-in and its bonuses, and explains both. */
export function traceCheckIn(
  terms: CheckInTerms,
  state: CheckInState,
  bonus: BonusInputs,
  now: Date,
): { decision: CheckInDecision; xp: MissionXp; trace: Trace<'check-in'> } {
  const decision = decideCheckIn(terms, state, now)
  const earned = decision.kind === 'granted' ? decision.baseXp + decision.fifthBonusXp : 0
  const { baseXp, bonusEvery, bonusXp } = terms
  return {
    decision,
    xp: withBonuses(earned, bonus),
    trace: {
      rule: 'check-in',
      version: 1,
      inputs: {
        baseXp,
        bonusEvery,
        bonusXp,
        number: state.count + 1,
        lastDay: state.lastDay ?? null,
        ...bonus,
        at: now.toISOString(),
      },
      outcome: OUTCOMES[decision.kind],
    },
  }
}

/**
 * Returns when the member can check in next, which may be now. Undefined if the season ends first.
 */
export function nextCheckInAt(
  lastDay: ProgrammeDay | undefined,
  season: { startAt: Date; endAt: Date },
  now: Date,
): Date | undefined {
  const from = now < season.startAt ? season.startAt : now
  const window = checkInWindow(from)
  const isDone = lastDay === programmeDayOf(from)
  const next = !window.open ? window.opensAt : isDone ? window.opensNextDayAt : from
  return next < season.endAt ? next : undefined
}
