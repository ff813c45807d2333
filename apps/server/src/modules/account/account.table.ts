import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const blockedEmails = pgTable('blocked_emails', {
  emailHash: text('email_hash').primaryKey(),
  blockedUntil: instant('blocked_until').notNull(),
})

export const deletionReasons = pgTable('deletion_reasons', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  reason: text({
    enum: ['NOT_USEFUL', 'DIFFICULT', 'PRIVACY', 'OTHER_SERVICE', 'OTHER'],
  }).notNull(),
  reasonText: text('reason_text'),
  createdOn: date('created_on', { mode: 'string' }).notNull(),
})
