import {
  checkInWindow,
  programmeDayOf,
  startOfNextDay,
  type ProgrammeDay,
} from './programme-day.ts'
import { decideSpin, type SpinTerms } from './spin.ts'
import type { SeasonStatus } from './season.ts'

export type MissionType =
  | 'CHECK_IN'
  | 'SPIN'
  | 'TICKET'
  | 'INVITE'
  | 'PARTNER'
  | 'PURCHASE'
  | 'EARN'

export type MissionRepeat = 'DAILY' | 'ONCE' | 'UNLIMITED'

/** Of these a member can be reminded. A bell on any other mission would never ring. */
const RINGING: readonly MissionType[] = ['CHECK_IN', 'SPIN', 'TICKET', 'PURCHASE']

export function canRing(type: MissionType): boolean {
  return RINGING.includes(type)
}

/** How long a link must have been open in front of somebody. */
export const LINK_WAIT_MS = 10_000

export type UnavailableReason =
  | 'SEASON_UPCOMING'
  | 'SEASON_ENDED'
  | 'CHECK_IN_CLOSED'
  | 'DONE_TODAY'
  | 'DONE'
  | 'NO_SPINS_LEFT'
  | 'BUDGET_SPENT'

export type Availability =
  | { available: true; completed: boolean }
  | {
      available: false
      completed: boolean
      reason: UnavailableReason
      /** Undefined where it does not come again. */
      nextAvailableAt: Date | undefined
    }

export type MissionMoment = {
  type: MissionType
  repeat: MissionRepeat
  season: { status: SeasonStatus; startAt: Date; endAt: Date }
  /** The day of the member's last completion of it in this season. */
  lastDay: ProgrammeDay | undefined
  /** Undefined where nothing is rationed. */
  budgetLeft: number | undefined
  spin: SpinTerms & { freeUsedToday: number; tickets: number }
}

/** Whether a member can take a mission up now. What a proof needs is judged when it is brought. */
export function missionAvailability(moment: MissionMoment, now: Date): Availability {
  const { season } = moment
  const completed = isCompleted(moment, now)
  const no = (reason: UnavailableReason, nextAvailableAt?: Date): Availability => ({
    available: false,
    completed,
    reason,
    // What would come after the season's end does not come.
    nextAvailableAt:
      nextAvailableAt && nextAvailableAt < season.endAt ? nextAvailableAt : undefined,
  })
  if (season.status === 'UPCOMING') return no('SEASON_UPCOMING', season.startAt)
  if (season.status === 'ENDED') return no('SEASON_ENDED')
  switch (moment.type) {
    case 'CHECK_IN': {
      const window = checkInWindow(now)
      if (!window.open) return no('CHECK_IN_CLOSED', window.opensAt)
      return completed ? no('DONE_TODAY', window.opensNextDayAt) : { available: true, completed }
    }
    case 'SPIN':
      return decideSpin(moment.spin, moment.spin).kind === 'none-left'
        ? no('NO_SPINS_LEFT', startOfNextDay(now))
        : { available: true, completed }
    case 'INVITE':
    case 'PURCHASE':
      return { available: true, completed }
    case 'TICKET':
    case 'PARTNER':
    case 'EARN':
      if (completed && moment.repeat === 'ONCE') return no('DONE')
      if (completed && moment.repeat === 'DAILY') return no('DONE_TODAY', startOfNextDay(now))
      if (moment.budgetLeft === 0) return no('BUDGET_SPENT')
      return { available: true, completed }
  }
}

function isCompleted({ type, repeat, lastDay, spin }: MissionMoment, now: Date): boolean {
  if (type === 'SPIN') return spin.freeUsedToday >= spin.freePerDay && spin.freePerDay > 0
  if (repeat === 'UNLIMITED') return false
  if (repeat === 'ONCE') return lastDay !== undefined
  return lastDay === programmeDayOf(now)
}

/** What makes a second completion of the same thing collide in the database. */
export function completionSlot(repeat: MissionRepeat, now: Date): string {
  if (repeat === 'ONCE') return 'once'
  return repeat === 'DAILY' ? programmeDayOf(now) : now.toISOString()
}

export type LinkVerdict = 'proven' | 'not-opened' | 'too-recently'

/** An opening that can still prove something: of what is done daily, one of today. */
export function countingOpening(
  repeat: MissionRepeat,
  openedAt: Date | undefined,
  now: Date,
): Date | undefined {
  if (!openedAt || repeat !== 'DAILY') return openedAt
  return programmeDayOf(openedAt) === programmeDayOf(now) ? openedAt : undefined
}

export function judgeLink(
  repeat: MissionRepeat,
  lastOpenedAt: Date | undefined,
  now: Date,
): LinkVerdict {
  const openedAt = countingOpening(repeat, lastOpenedAt, now)
  if (!openedAt) return 'not-opened'
  return now.getTime() - openedAt.getTime() >= LINK_WAIT_MS ? 'proven' : 'too-recently'
}
