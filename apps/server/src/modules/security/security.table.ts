import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { SECURITY_EVENTS } from '@solstice/rules/account'

export const securityEvents = pgTable('security_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  kind: text({ enum: SECURITY_EVENTS }).notNull(),
  device: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  mailedAt: timestamp('mailed_at', { withTimezone: true }),
  reportedAt: timestamp('reported_at', { withTimezone: true }),
  mailTo: text('mail_to'),
  /** Of the wallet that was connected. */
  address: text(),
})
