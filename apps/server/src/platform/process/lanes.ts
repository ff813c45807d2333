/**
 * The lanes of a worker by purpose, each with the number of jobs that it runs at the same time. A
 * lane that is full delays only its own jobs. Each running job needs up to one database connection,
 * so the sum has to leave some connections of the pool for requests and lease renewals.
 */
export const LANES = {
  /** Mails with codes, for which members wait. */
  codes: 2,
  /** All other mails. */
  mail: 1,
  push: 2,
  /** Long runs over all members that create alerts. */
  campaigns: 1,
  /** Everything that calls the nodes of networks. */
  chains: 3,
  ranking: 1,
  /** Seasons, rounds, rewards and invitations. */
  programme: 2,
  /** Deletions. */
  housekeeping: 1,
} as const

export type LaneName = keyof typeof LANES
