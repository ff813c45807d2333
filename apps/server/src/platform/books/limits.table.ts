import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const rateLimits = pgTable(
  'rate_limits',
  {
    name: text().notNull(),
    subject: text().notNull(),
    windowStartedAt: instant('window_started_at').notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
)
