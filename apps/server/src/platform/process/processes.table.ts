import { boolean, pgTable, real, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const processes = pgTable('processes', {
  id: text().primaryKey(),
  role: text({ enum: ['SERVER', 'WORKER'] }).notNull(),
  runsJobs: boolean('runs_jobs').notNull(),
  version: text().notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  faultsPerMinute: real('faults_per_minute').notNull().default(0),
})
