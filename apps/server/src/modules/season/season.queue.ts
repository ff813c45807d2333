/** Who queues these need not know who works them off. */
export const OPEN_SEASON = 'season.open'
export const SETTLE_ROUND = 'round.settle'
export const EXPIRE_REWARDS = 'season.expire-rewards'

export type About = { id: number }
