import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const jobs = pgTable('jobs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  payload: jsonb().notNull(),
  key: text(),
  dueAt: instant('due_at').notNull(),
  attempts: integer().notNull().default(0),
  leasedUntil: instant('leased_until'),
  lastError: text('last_error'),
  doneAt: instant('done_at'),
  deadAt: instant('dead_at'),
  createdAt: instant('created_at').notNull(),
  /** Identifies the claim that holds the job. */
  claims: bigint({ mode: 'number' }).notNull().default(0),
})
