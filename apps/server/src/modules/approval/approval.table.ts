import {
  bigint,
  boolean,
  date,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { ApprovalCause } from '@solstice/rules/approval'
import {
  APPROVAL_RULES,
  APPROVAL_STATES,
  type ApprovalPolicy,
} from '@solstice/rules/approval-policy'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { instant } from '#/platform/process/columns.ts'
import type { ApprovalMailEvent } from './approval.queue.ts'
import type { Change, Figure, SentenceValues } from './approval-subject.service.ts'

export const approvals = pgTable('approvals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  call: text().notNull(),
  rule: text({ enum: APPROVAL_RULES }).notNull(),
  causes: jsonb().$type<ApprovalCause[]>().notNull(),
  subject: text().notNull(),
  params: jsonb().$type<unknown>(),
  body: jsonb().$type<unknown>(),
  bodyHash: text('body_hash').notNull(),
  facts: jsonb().$type<SentenceValues>().notNull(),
  changes: jsonb().$type<Change[]>().notNull(),
  figures: jsonb().$type<Figure[]>().notNull(),
  reason: text(),
  approverRoles: jsonb('approver_roles').$type<string[]>().notNull(),
  requestedBy: bigint('requested_by', { mode: 'number' }).notNull(),
  /** The person who answered for the requester; the database sets it. Null if nobody did. */
  responsibleBy: bigint('responsible_by', { mode: 'number' }),
  requestedAt: instant('requested_at').notNull(),
  /** The earliest confirmation by the solo rule; it comes later if somebody still counted then. */
  confirmableAt: instant('confirmable_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  state: text({ enum: APPROVAL_STATES }).notNull().default('WAITING'),
  decidedBy: bigint('decided_by', { mode: 'number' }),
  decidedAt: instant('decided_at'),
  decisionReason: text('decision_reason'),
  isSolo: boolean('is_solo').notNull().default(false),
})

export const approvalPolicies = pgTable('approval_policies', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  policy: jsonb().$type<ApprovalPolicy>().notNull(),
  setBy: bigint('set_by', { mode: 'number' }).notNull(),
  setAt: instant('set_at').notNull(),
})

export const approvalMails = pgTable(
  'approval_mails',
  {
    approvalId: bigint('approval_id', { mode: 'number' }).notNull(),
    operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
    event: text().$type<ApprovalMailEvent>().notNull(),
    mailedAt: instant('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.operatorId, table.event] })],
)

export const operatorFormerRoles = pgTable(
  'operator_former_roles',
  {
    operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
    role: text().notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.role] })],
)

export const operatorDaySums = pgTable(
  'operator_day_sums',
  {
    operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
    day: date().$type<ProgrammeDay>().notNull(),
    kind: text().notNull(),
    amount: numeric({ precision: 40, scale: 0, mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.day, table.kind] })],
)
