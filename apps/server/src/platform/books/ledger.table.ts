import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Asset } from '@solstice/rules/asset'
import { amount, instant } from '#/platform/process/columns.ts'

export const ledgerAccounts = pgTable('ledger_accounts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }),
  systemName: text('system_name'),
  asset: text().$type<Asset>().notNull(),
  scope: text().notNull().default(''),
  balance: amount('balance').notNull().default(0n),
})

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    amount: amount('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.accountId] })],
)

/** The unique keys of all partitions of the transactions. */
export const ledgerKeys = pgTable('ledger_keys', {
  key: text().primaryKey(),
  transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
})

/** Which transaction was reversed, once, in whichever partition. */
export const ledgerReversals = pgTable('ledger_reversals', {
  reversed: bigint({ mode: 'number' }).primaryKey(),
  transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
})

export const ledgerPartitions = pgTable('ledger_partitions', {
  number: integer().primaryKey(),
  period: text(),
  begunAt: instant('begun_at'),
})

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  reverses: bigint({ mode: 'number' }),
  data: jsonb()
    .notNull()
    .default(sql`'{}'::jsonb`),
  createdAt: instant('created_at').notNull(),
})
