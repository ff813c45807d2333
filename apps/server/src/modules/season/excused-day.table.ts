import { bigint, boolean, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { instant } from '#/platform/process/columns.ts'

export const excusedDays = pgTable(
  'excused_days',
  {
    roundId: bigint('round_id', { mode: 'number' }).notNull(),
    day: date({ mode: 'string' }).$type<ProgrammeDay>().notNull(),
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
    windowSeconds: integer('window_seconds').notNull(),
    unavailableSeconds: integer('unavailable_seconds').notNull(),
    excused: boolean().notNull(),
    decidedAt: instant('decided_at').notNull(),
    notifiedMember: bigint('notified_member', { mode: 'number' }).notNull().default(0),
    notifiedMembers: integer('notified_members').notNull().default(0),
    finishedAt: instant('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.day] })],
)
