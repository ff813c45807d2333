import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const sealingKeys = pgTable('sealing_keys', {
  name: text().primaryKey(),
  keyId: text('key_id').notNull(),
  since: instant('since').notNull(),
})
