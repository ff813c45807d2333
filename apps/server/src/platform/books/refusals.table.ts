import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Trace } from '@solstice/rules/trace'
import { instant } from '#/platform/process/columns.ts'

/** The ids that a refused call named, such as those of a season and a mission. */
export type RefusalSubject = Readonly<Record<string, number>>

export const memberRefusals = pgTable('member_refusals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  hourStartedAt: instant('hour_started_at').notNull(),
  call: text().notNull(),
  subject: jsonb().$type<RefusalSubject>().notNull(),
  code: integer().notNull(),
  /** Empty if the code says everything. */
  reason: text().notNull(),
  seasonVersion: integer('season_version'),
  /** The decision of the rule at the last of these refusals, if the rule explains itself. */
  trace: jsonb().$type<Trace>(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  count: integer().notNull(),
})
