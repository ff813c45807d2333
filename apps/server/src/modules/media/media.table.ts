import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#/platform/process/columns.ts'

export const media = pgTable('media', {
  /** The hash of the stored bytes. */
  sha256: text().primaryKey(),
  name: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: bytes('bytes').notNull(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
})
