import { sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
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

const { seasonId, memberId, xp, score } = seasonStandings

/** The rank of a standing; null for a member without XP. */
export const standingRank =
  sql`case when ${xp} > 0 then 1 + ranking_above(${seasonId}, ${score}, ${memberId}) end`.mapWith(
    numberOrNull,
  )
