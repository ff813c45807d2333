import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { SERVICES, type GapCause } from '@solstice/rules/availability'
import type { ProgrammeDay } from '@solstice/rules/programme-day'

export type StoredGap = { startAt: string; endAt: string; cause: GapCause }

export const statusDays = pgTable(
  'status_days',
  {
    day: date({ mode: 'string' }).$type<ProgrammeDay>().notNull(),
    service: text({ enum: SERVICES }).notNull(),
    knownSeconds: integer('known_seconds').notNull(),
    unavailableSeconds: integer('unavailable_seconds').notNull(),
    gaps: jsonb().$type<StoredGap[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.service] })],
)
