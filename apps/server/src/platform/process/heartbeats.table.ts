import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const heartbeats = pgTable(
  'heartbeats',
  {
    minute: instant('minute').notNull(),
    processId: text('process_id').notNull(),
    coversFrom: instant('covers_from').notNull(),
    serves: boolean().notNull(),
    runsJobs: boolean('runs_jobs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.processId] })],
)
