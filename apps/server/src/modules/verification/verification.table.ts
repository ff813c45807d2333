import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export type Purpose = 'SIGNUP' | 'RESET' | 'UNFREEZE'

/** The code of a reset that a device with a key asked for has a row of its own, under its id. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    email: text().notNull(),
    purpose: text().$type<Purpose | `RESET/${string}`>().notNull(),
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
