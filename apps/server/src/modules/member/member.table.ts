import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const memberNotes = pgTable('member_notes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  text: text().notNull(),
  createdAt: instant('created_at').notNull(),
})
