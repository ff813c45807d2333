import { bigint, boolean, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const seasonRecaps = pgTable('season_recaps', {
  seasonId: bigint('season_id', { mode: 'number' }).primaryKey(),
  /** The number of places that are written so far. */
  members: integer().notNull().default(0),
  afterScore: bigint('after_score', { mode: 'number' }),
  afterMember: bigint('after_member', { mode: 'number' }).notNull().default(0),
  /** Whether members are notified, decided by the first batch for all of them. */
  announces: boolean().notNull(),
  finishedAt: instant('finished_at'),
})

export const seasonPlaces = pgTable(
  'season_places',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    place: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId] })],
)
