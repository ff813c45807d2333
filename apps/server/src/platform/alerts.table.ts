import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/columns.ts'

export const alerts = pgTable('alerts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  code: text().notNull(),
  data: jsonb().notNull(),
  createdAt: instant('created_at').notNull(),
  readAt: instant('read_at'),
  usefulUntil: instant('useful_until'),
})
