import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'

export const operators = pgTable('operators', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  role: text({ enum: OPERATOR_ROLES }).notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
})

export const replacedOperatorTokens = pgTable('replaced_operator_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull(),
})
