/**
 * Defined apart from the handlers, so that callers can enqueue these jobs without importing them.
 */
export const BEGIN_PARTITION = 'season.begin-partition'
export const OPEN_SEASON = 'season.open'
export const SETTLE_ROUND = 'round.settle'
export const EXPIRE_REWARDS = 'season.expire-rewards'

export type JobSubject = { id: number }

/** `after` is the last reward of the previous batch. */
export type ExpireRewards = JobSubject & { after?: { roundId: number; memberId: number } }
