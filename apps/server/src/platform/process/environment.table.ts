import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const environment = pgTable('environment', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  name: text({ enum: ['development', 'production'] }).notNull(),
  stampedAt: instant('stamped_at').notNull(),
})
