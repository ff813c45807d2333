import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const ledgerCheckpoints = pgTable('ledger_checkpoints', {
  upTo: bigint('up_to', { mode: 'number' }).primaryKey(),
  after: bigint({ mode: 'number' }),
  transactions: bigint({ mode: 'number' }).notNull().default(0),
  entries: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull(),
})

export const ledgerClosings = pgTable('ledger_closings', {
  accountId: bigint('account_id', { mode: 'number' }).primaryKey(),
  balance: amount('balance').notNull(),
})

export const ledgerDetachments = pgTable('ledger_detachments', {
  partition: integer().primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
  detachedAt: instant('detached_at').notNull(),
})

export const ledgerOpenings = pgTable('ledger_openings', {
  accountId: bigint('account_id', { mode: 'number' }).primaryKey(),
  balance: amount('balance').notNull(),
})

export const ledgerVerifications = pgTable('ledger_verifications', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  extent: text().$type<'RECENT' | 'FULL'>().notNull(),
  position: jsonb().notNull(),
  ranges: integer().notNull().default(0),
  problemCount: integer('problem_count').notNull().default(0),
  problems: jsonb()
    .notNull()
    .default(sql`'[]'::jsonb`),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
})
