import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#/platform/process/columns.ts'

export const pointsLogMembers = pgTable('points_log_members', {
  memberId: bigint('member_id', { mode: 'number' }).primaryKey(),
  key: bytes('key'),
  entries: bigint({ mode: 'number' }).notNull().default(0),
})

export const pointsLogLeaves = pgTable('points_log_leaves', {
  index: bigint({ mode: 'number' }).primaryKey(),
  transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  sequence: bigint({ mode: 'number' }).notNull(),
})

export const pointsLogTiles = pgTable(
  'points_log_tiles',
  {
    level: integer().notNull(),
    index: bigint({ mode: 'number' }).notNull(),
    width: integer().notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

export const pointsLogCheckpoints = pgTable('points_log_checkpoints', {
  size: bigint({ mode: 'number' }).primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
  root: bytes('root').notNull(),
  note: text().notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Hashes that are published before their secret, beside the postings. */
export const pointsLogCommitments = pgTable('points_log_commitments', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  scope: text().notNull(),
  commitment: text().notNull(),
  committedAt: instant('committed_at').notNull(),
  /** Null until it is in the log. */
  leafIndex: bigint('leaf_index', { mode: 'number' }),
})
