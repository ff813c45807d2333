import { sql, type Placeholder } from 'drizzle-orm'
import { bigint, boolean, pgTable, primaryKey, smallint, type PgColumn } from 'drizzle-orm/pg-core'
import { numberOrNull } from '#/platform/process/expressions.ts'

export const rankingCounts = pgTable(
  'ranking_counts',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    width: smallint().notNull(),
    stretch: bigint({ mode: 'number' }).notNull(),
    members: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.width, table.stretch] })],
)

export const rankingMoves = pgTable('ranking_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  fromScore: bigint('from_score', { mode: 'number' }),
  toScore: bigint('to_score', { mode: 'number' }),
  roundId: bigint('round_id', { mode: 'number' }),
  roundXp: bigint('round_xp', { mode: 'number' }).notNull().default(0),
})

export const rankingProgress = pgTable('ranking_progress', {
  isOnlyRow: boolean('is_only_row').primaryKey().default(true),
  aggregatedTo: bigint('aggregated_to', { mode: 'number' }).notNull(),
  nextTo: bigint('next_to', { mode: 'number' }).notNull(),
  nextAfter: bigint('next_after', { mode: 'number' }).notNull(),
})

export const seasonStandings = pgTable(
  'season_standings',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    xp: bigint({ mode: 'number' }).notNull(),
    score: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId] })],
)

/**
 * The moves that are not aggregated into the counts yet, as one row for a season, a score and
 * a round; join it laterally.
 */
export const rankingPending = {
  of: (seasonId: number | Placeholder | PgColumn, roundId: Placeholder | null) =>
    sql`ranking_pending(${seasonId}, ${seasonStandings.score}, ${roundId}) as pending`,
  moves: sql`pending.moves`.mapWith(Number),
  members: sql`pending.members`.mapWith(Number),
  roundXp: sql`pending.round_xp`.mapWith(Number),
}

const { seasonId, memberId, xp, score } = seasonStandings

/** The rank of a standing next to its pending moves; null for a member without XP. */
export const standingRank =
  sql`case when ${xp} > 0 then 1 + ranking_counted_above(${seasonId}, ${score}, ${memberId}) + pending.above end`.mapWith(
    numberOrNull,
  )
