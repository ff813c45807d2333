/**
 * The rows that an active member's missions of one day add to each table: the check-in, the daily
 * tickets, the right answer to the question of the day, a free spin and two spins for the tickets of
 * the second tier. Rows that exist once per member or season are not
 * counted, and moves of the ranking are counted before their aggregation.
 */
export const ACTIVE_DAY_ROWS = {
  histories: 6,
  idempotency_keys: 6,
  ledger_entries: 26,
  ledger_keys: 6,
  ledger_transactions: 6,
  mission_completions: 3,
  ranking_moves: 5,
  spin_commitments: 3,
} as const

/** The accounts of the ledger that these missions open for a member in each season. */
export const ACTIVE_ACCOUNTS = ['SEASON_XP', 'TICKET', 'XP'] as const
