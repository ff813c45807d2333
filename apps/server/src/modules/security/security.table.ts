import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { SECURITY_EVENTS } from '@solstice/rules/account'
import { instant } from '#/platform/process/columns.ts'

export const securityEvents = pgTable('security_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  kind: text({ enum: SECURITY_EVENTS }).notNull(),
  device: text(),
  createdAt: instant('created_at').notNull(),
  mailedAt: instant('mailed_at'),
  reportedAt: instant('reported_at'),
  mailTo: text('mail_to'),
  /** The address of the connected wallet. */
  address: text(),
})
