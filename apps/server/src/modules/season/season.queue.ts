/**
 * Defined apart from the handlers, so that callers can enqueue these jobs without importing them.
 */
export const BEGIN_PARTITION = 'season.begin-partition'
export const OPEN_SEASON = 'season.open'
export const SETTLE_ROUND = 'round.settle'
export const EXPIRE_REWARDS = 'season.expire-rewards'
export const ANNOUNCE_SEASON = 'season.announce'
export const PUBLISH_SEASON = 'season.publish'

export type JobSubject = { id: number }

/** How far the accounts are assessed; all are linked first. */
export type AssessmentCursor = { phase: 'LINK' | 'ASSESS'; after: number }

/** A round is settled after the accounts were assessed, so that a farm is held before it is paid. */
export type SettleRound = JobSubject & { assessment?: AssessmentCursor | 'done' }

/** The revision that paused the season or ended its pause. */
export type Announcement = { seasonId: number; revision: number }

/** A schedule is one attempt to publish a revision at an instant. */
export type ScheduledPublication = { seasonId: number; revision: number; publishAt: string }

/** `after` is the last reward of the previous batch. */
export type ExpireRewards = JobSubject & { after?: { roundId: number; memberId: number } }
