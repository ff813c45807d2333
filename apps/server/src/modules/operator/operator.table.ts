import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { instant } from '#/platform/process/columns.ts'

export const operators = pgTable('operators', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  role: text({ enum: OPERATOR_ROLES }).notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  disabledAt: instant('disabled_at'),
})

export const replacedOperatorTokens = pgTable('replaced_operator_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  replacedAt: instant('replaced_at').notNull(),
})
