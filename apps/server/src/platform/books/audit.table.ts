import { bigint, boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey(),
  at: instant('at').notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text().notNull(),
})

export const auditHead = pgTable('audit_head', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  id: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
})
