import { bigint, boolean, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Asset } from '@solstice/rules/asset'
import { amount, instant } from '#/platform/process/columns.ts'

export const bookProgress = pgTable('book_progress', {
  isOnlyRow: boolean('is_only_row').primaryKey().default(true),
  ledgerTransaction: bigint('ledger_transaction', { mode: 'number' }).notNull(),
  aggregatedAt: instant('aggregated_at'),
})

/** All members together, or an account of the system. */
export type BookAccount = 'MEMBERS' | 'ISSUANCE' | 'SHOP' | 'TREASURY' | 'SPIN'

const ofAccount = {
  asset: text().$type<Asset>().notNull(),
  scope: text().notNull(),
  account: text().$type<BookAccount>().notNull(),
}

export const bookBalances = pgTable(
  'book_balances',
  {
    ...ofAccount,
    balance: amount('balance').notNull(),
    postings: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.scope, table.account] })],
)

export const bookMonths = pgTable(
  'book_months',
  {
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    ...ofAccount,
    kind: text().notNull(),
    credited: amount('credited').notNull(),
    debited: amount('debited').notNull(),
    postings: bigint({ mode: 'number' }).notNull(),
    latePostings: bigint('late_postings', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.month, table.asset, table.scope, table.account, table.kind],
    }),
  ],
)

export const bookClosings = pgTable('book_closings', {
  month: date({ mode: 'string' }).primaryKey(),
  ledgerTransaction: bigint('ledger_transaction', { mode: 'number' }).notNull(),
  closedAt: instant('closed_at').notNull(),
})
