import { sql } from 'drizzle-orm'
import { bigint, boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey(),
  at: instant('at').notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text().notNull(),
})

export const auditHead = pgTable('audit_head', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  id: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
})

export const auditCheckpoints = pgTable('audit_checkpoints', {
  id: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  entryHash: text('entry_hash').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text().notNull(),
  signature: text().notNull(),
  createdAt: instant('created_at').notNull(),
  mailedAt: instant('mailed_at'),
})

export const auditVerifications = pgTable('audit_verifications', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  verifiedId: bigint('verified_id', { mode: 'number' }).notNull().default(0),
  verifiedHash: text('verified_hash')
    .notNull()
    .default(sql`repeat('0', 64)`),
  firstBrokenId: bigint('first_broken_id', { mode: 'number' }),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
})
