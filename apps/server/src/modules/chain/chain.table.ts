import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const usedPayments = pgTable(
  'used_payments',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    usedFor: text('used_for').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] })],
)
