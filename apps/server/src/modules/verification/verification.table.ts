import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const verificationCodes = pgTable(
  'verification_codes',
  {
    email: text().notNull(),
    purpose: text({ enum: ['SIGNUP', 'RESET', 'UNFREEZE'] }).notNull(),
    requestId: uuid('request_id').notNull(),
    codeHash: text('code_hash'),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    triesUsed: integer('tries_used').notNull().default(0),
    verifiedAt: timestamp('verified_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] })],
)
