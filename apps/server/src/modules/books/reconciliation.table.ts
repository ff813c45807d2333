import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

const none = sql`0`
const block = (name: string) => bigint(name, { mode: 'number' })

export const bookAccounts = pgTable('book_accounts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  /** In lower case. */
  address: text().notNull(),
  kind: text({ enum: ['TREASURY', 'DISTRIBUTOR'] }).notNull(),
  createdAt: instant('created_at').notNull(),
  blockNumber: block('block_number'),
  blockHash: text('block_hash'),
  nonce: bigint({ mode: 'number' }).notNull().default(0),
  claimed: amount('claimed').notNull().default(none),
  reconciledAt: instant('reconciled_at'),
  requestedAt: instant('requested_at'),
  failedAt: instant('failed_at'),
  failure: text({ enum: ['SILENT', 'BEHIND', 'REORGANISED', 'NOT_SCANNED'] }),
})

/** The network's own coin has an empty contract. */
export const COIN = ''

export const bookTokens = pgTable(
  'book_tokens',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    symbol: text().notNull(),
    decimals: integer().notNull(),
    opening: amount('opening').notNull(),
    openedBlock: block('opened_block').notNull(),
    openedAt: instant('opened_at').notNull(),
    recorded: amount('recorded').notNull().default(none),
    booked: amount('booked').notNull().default(none),
    onChain: amount('on_chain').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.contract] })],
)

export const bookRuns = pgTable('book_runs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  fromBlock: block('from_block').notNull(),
  toBlock: block('to_block').notNull(),
  toHash: text('to_hash').notNull(),
  fromNonce: bigint('from_nonce', { mode: 'number' }).notNull(),
  toNonce: bigint('to_nonce', { mode: 'number' }).notNull(),
  claimed: amount('claimed').notNull(),
  phase: text({ enum: ['NONCES', 'PAYMENTS', 'LOGS', 'BLOCKS', 'END'] }).notNull(),
  /** The next nonce or block of the phase. */
  position: bigint({ mode: 'number' }).notNull(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
})

export const bookRunTokens = pgTable(
  'book_run_tokens',
  {
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    isNew: boolean('is_new').notNull(),
    onChain: amount('on_chain').notNull(),
    before: amount('before'),
    expected: amount('expected'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.contract] })],
)

export const bookMovements = pgTable(
  'book_movements',
  {
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    kind: text().notNull(),
    amount: amount('amount').notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.contract, table.kind] })],
)

export const bookTransfers = pgTable(
  'book_transfers',
  {
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    txHash: text('tx_hash').notNull(),
    blockNumber: block('block_number').notNull(),
    onChain: amount('on_chain').notNull(),
    recorded: amount('recorded').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.contract, table.txHash] })],
)

export const bookBookings = pgTable('book_bookings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  contract: text().notNull(),
  amount: amount('amount').notNull(),
  txHash: text('tx_hash'),
  reason: text().notNull(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  bookedAt: instant('booked_at').notNull(),
})
