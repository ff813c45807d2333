import { DAY_MS, MINUTE_MS } from './duration.ts'

/** Instants of a season to which a campaign can be bound. */
export const MOMENTS = ['SEASON_START', 'SEASON_END', 'ROUND_START', 'ROUND_END'] as const

/** An instant of a published season, such as 24 hours before its third round ends. */
export type Moment = {
  kind: (typeof MOMENTS)[number]
  seasonId: number
  /** The number of the round; only for moments of a round. */
  round?: number | undefined
  /** Negative for a time before the moment. */
  offsetMinutes: number
}

export const MOMENT_OFFSET_MAX_MINUTES = 30 * 24 * 60

/** The seasons' times change, so a campaign that waits for a moment reads them this often. */
export const MOMENT_POLL_MS = 10 * MINUTE_MS

/** Pushes to one member should be at least this far apart. */
export const COLLISION_MS = DAY_MS

/** Returns when a campaign begins: at its own time, but not before its notice can be read. */
export function beginningOf(times: { at: Date; offsetMinutes?: number; publishedAt?: Date }): Date {
  const at = times.at.getTime() + (times.offsetMinutes ?? 0) * MINUTE_MS
  return new Date(Math.max(at, times.publishedAt?.getTime() ?? at))
}

/** Above the number that was approved, because members join and leave until it is sent. */
const GROWTH = 1.1

/**
 * Returns how many members a campaign may reach when it is sent. One that needed no second person
 * never reaches more than the limit below which none is needed.
 */
export function memberLimitOf({ members, limit }: { members: number; limit: number }): number {
  return members <= limit ? limit : Math.ceil(members * GROWTH)
}

/** Why a push of a campaign was not sent, or will not be. */
export const DROP_REASONS = [
  'SWITCHED_OFF',
  'EXPIRED',
  'NO_MEMBER',
  'DEVICE_GONE',
  'REFUSED',
  'WITHDRAWN',
  'STOPPED',
] as const
export type DropReason = (typeof DROP_REASONS)[number]
