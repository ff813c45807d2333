import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const dataExports = pgTable('data_exports', {
  id: uuid().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  statement: text().notNull(),
  parts: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const dataExportParts = pgTable(
  'data_export_parts',
  {
    exportId: uuid('export_id').notNull(),
    number: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.number] })],
)
