import { bigint, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { LANGUAGES } from '@solstice/contract/messages'
import { instant } from '#/platform/process/columns.ts'

export const operators = pgTable('operators', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  role: text({ enum: OPERATOR_ROLES }).notNull(),
  kind: text({ enum: ['PERSON', 'MACHINE'] })
    .notNull()
    .default('MACHINE'),
  /** A person's address, normalised. */
  email: text(),
  /** Token and expiry belong to machines only. */
  tokenHash: text('token_hash'),
  language: text({ enum: LANGUAGES }).notNull().default('en'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  disabledAt: instant('disabled_at'),
  /** Null if the system or an earlier release appointed the operator. */
  appointedBy: bigint('appointed_by', { mode: 'number' }).references(
    (): AnyPgColumn => operators.id,
  ),
  enrolledAt: instant('enrolled_at'),
  lastSeenAt: instant('last_seen_at'),
  formerRole: text('former_role', { enum: OPERATOR_ROLES }),
  roleChangedAt: instant('role_changed_at'),
})

export const replacedOperatorTokens = pgTable('replaced_operator_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  replacedAt: instant('replaced_at').notNull(),
})

export const operatorReads = pgTable('operator_reads', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  call: text().notNull(),
  at: instant('at').notNull(),
})
