import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    reply: json(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.call, table.key] })],
)
