import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    time: instant('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
)

export const chainTransactions = pgTable(
  'chain_transactions',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    hash: text().notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address'),
    value: amount('value').notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    gas: amount('gas').notNull(),
    gasPrice: amount('gas_price').notNull(),
    gasUsed: amount('gas_used').notNull(),
    cumulativeGasUsed: amount('cumulative_gas_used').notNull(),
    input: text().notNull(),
    createdContract: text('created_contract'),
    succeeded: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.hash] })],
)

export const chainTransfers = pgTable(
  'chain_transfers',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    contract: text().notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    value: amount('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] })],
)

export const explorerCalls = pgTable('explorer_calls', {
  day: date({ mode: 'string' }).primaryKey(),
  asked: integer().notNull(),
})
