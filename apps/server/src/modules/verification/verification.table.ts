import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export type Purpose = 'SIGNUP' | 'RESET' | 'UNFREEZE'

/** A reset code requested by a device with a key has its own row, under the id of the device. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    email: text().notNull(),
    purpose: text().$type<Purpose | `RESET/${string}`>().notNull(),
    requestId: uuid('request_id').notNull(),
    codeHash: text('code_hash'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesUsed: integer('tries_used').notNull().default(0),
    verifiedAt: instant('verified_at'),
    mailedAt: instant('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] })],
)
