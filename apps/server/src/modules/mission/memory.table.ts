import { bigint, integer, jsonb, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'

/** What a mission type stores about a member and a mission, in a shape of its own. */
export const missionMemories = pgTable(
  'mission_memories',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    memory: jsonb().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId, table.missionId] })],
)
