import { bigint, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'

import { instant } from '#/platform/process/columns.ts'

/** The data that a mission type stores per member and mission, in its own format. */
export const missionMemories = pgTable(
  'mission_memories',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    memory: jsonb().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId, table.missionId] })],
)
