import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const orders = pgTable('orders', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  productId: bigint('product_id', { mode: 'number' }),
  packageId: bigint('package_id', { mode: 'number' }),
  seasonId: bigint('season_id', { mode: 'number' }),
  historyId: bigint('history_id', { mode: 'number' }),
  quantity: integer().notNull(),
  payType: text('pay_type', { enum: ['XP', 'TICKET', 'TOKEN'] }).notNull(),
  price: amount('price').notNull(),
  givesXp: bigint('gives_xp', { mode: 'number' }).notNull().default(0),
  givesTickets: bigint('gives_tickets', { mode: 'number' }).notNull().default(0),
  givesCredit: bigint('gives_credit', { mode: 'number' }).notNull().default(0),
  state: text({
    enum: [
      'OPEN',
      'SUBMITTED',
      'COMPLETED',
      'CANCELLED',
      'EXPIRED',
      'FAILED',
      'REFUNDED',
      'REVERSED',
    ],
  }).notNull(),
  chainId: bigint('chain_id', { mode: 'number' }),
  contract: text(),
  symbol: text(),
  decimals: integer(),
  payTo: text('pay_to'),
  payer: text(),
  afterBlock: bigint('after_block', { mode: 'number' }),
  expiresAt: instant('expires_at'),
  txHash: text('tx_hash'),
  ledgerTransaction: bigint('ledger_transaction', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
  completedAt: instant('completed_at'),
})

export const paymentScans = pgTable('payment_scans', {
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  scannedTo: bigint('scanned_to', { mode: 'number' }).notNull(),
  head: bigint({ mode: 'number' }).notNull(),
})

export const payments = pgTable('payments', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  txHash: text('tx_hash').notNull(),
  logIndex: integer('log_index').notNull(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  blockHash: text('block_hash').notNull(),
  contract: text(),
  payer: text().notNull(),
  amount: amount('amount').notNull(),
  state: text({ enum: ['SEEN', 'CREDITED', 'REFUNDED', 'FOREIGN', 'REVERSED'] }).notNull(),
  orderId: bigint('order_id', { mode: 'number' }),
  memberId: bigint('member_id', { mode: 'number' }),
  seenAt: instant('seen_at').notNull(),
  settledAt: instant('settled_at'),
  payTo: text('pay_to').notNull(),
  paidAt: instant('paid_at').notNull(),
  waitsFor: text('waits_for', { enum: ['SECOND_NODE'] }),
})

export const productBuyers = pgTable(
  'product_buyers',
  {
    productId: bigint('product_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    bought: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.memberId] })],
)
