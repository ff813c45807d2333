import type { MissionRepeat } from './missions/mission-plan.ts'
import type { MissionMoment as MomentOfType, UnavailableReason } from './missions/mission-rules.ts'
import { rulesOf, type MissionType } from './missions/registry.ts'
import { programmeDayOf } from './programme-day.ts'

export type { MissionType } from './missions/registry.ts'

export function supportsAlarm(type: MissionType): boolean {
  return rulesOf(type).hasAlarm
}

/** The time a link must have been open before it counts. */
export const LINK_WAIT_MS = 10_000

export type Availability =
  | { available: true; completed: boolean }
  | {
      available: false
      completed: boolean
      reason: UnavailableReason
      /** Undefined if the mission does not become available again. */
      nextAvailableAt: Date | undefined
    }

export type MissionMoment = MomentOfType & { type: MissionType }

/**
 * Returns whether a member can do a mission now. The conditions of a proof are checked when it is
 * submitted.
 */
export function missionAvailability(moment: MissionMoment, now: Date): Availability {
  const { season } = moment
  const rules = rulesOf(moment.type)
  const completed = rules.isCompleted(moment, now)
  const no = (reason: UnavailableReason, nextAvailableAt?: Date): Availability => ({
    available: false,
    completed,
    reason,
    // A time after the season's end is not returned.
    nextAvailableAt:
      nextAvailableAt && nextAvailableAt < season.endAt ? nextAvailableAt : undefined,
  })
  if (season.status === 'UPCOMING') return no('SEASON_UPCOMING', season.startAt)
  if (season.status === 'ENDED') return no('SEASON_ENDED')
  const stopped = stoppedFor(moment)
  if (stopped) return no(stopped)
  const closed = rules.closed(moment, now)
  return closed ? no(closed.reason, closed.nextAvailableAt) : { available: true, completed }
}

/** Returns why operators have stopped the mission or the whole season, if they have. */
export function stoppedFor({
  season,
  enabled,
}: Pick<MissionMoment, 'season' | 'enabled'>): 'SEASON_PAUSED' | 'MISSION_OFF' | undefined {
  if (season.pausedAt) return 'SEASON_PAUSED'
  return enabled === false ? 'MISSION_OFF' : undefined
}

/**
 * Returns the key that makes a duplicate completion violate the unique constraint in the database.
 */
export function completionSlot(repeat: MissionRepeat, now: Date): string {
  if (repeat === 'ONCE') return 'once'
  return repeat === 'DAILY' ? programmeDayOf(now) : now.toISOString()
}

export type LinkVerdict = 'proven' | 'not-opened' | 'too-recently'

/** Returns an opening that still counts as proof; for a daily mission, only one of today. */
export function validOpening(
  repeat: MissionRepeat,
  openedAt: Date | undefined,
  now: Date,
): Date | undefined {
  if (!openedAt || repeat !== 'DAILY') return openedAt
  return programmeDayOf(openedAt) === programmeDayOf(now) ? openedAt : undefined
}

export function verifyLink(
  repeat: MissionRepeat,
  lastOpenedAt: Date | undefined,
  now: Date,
): LinkVerdict {
  const openedAt = validOpening(repeat, lastOpenedAt, now)
  if (!openedAt) return 'not-opened'
  return now.getTime() - openedAt.getTime() >= LINK_WAIT_MS ? 'proven' : 'too-recently'
}
