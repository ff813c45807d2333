/**
 * The lanes of a worker by purpose, each with the number of jobs that it runs at the same time. A
 * lane that is full delays only its own jobs. Each running job uses one database connection at a
 * time, also one that sends many messages concurrently, so the sum has to leave some connections of
 * the pool for requests and lease renewals.
 */
export const LANES = {
  /** Mails with codes, for which members wait. */
  codes: 2,
  /** All other mails. */
  mail: 1,
  push: 2,
  /** Reminders and campaigns, which go through all members. */
  campaigns: 1,
  /**
   * Everything that calls the nodes of networks. A network whose node hangs keeps up to three jobs
   * running: its orders, its payouts and its deposits. The others need slots, too.
   */
  chains: 5,
  ranking: 1,
  /** Appends to the points log. */
  log: 1,
  /** Seasons, rounds, rewards and invitations. */
  programme: 2,
  /** Statistics and alarms, which must not wait for what they report. */
  statistics: 1,
  /** Deletions. */
  housekeeping: 1,
} as const

export type LaneName = keyof typeof LANES
