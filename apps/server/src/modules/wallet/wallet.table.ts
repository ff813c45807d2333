import { bigint, boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const incomingDeposits = pgTable('incoming_deposits', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  txHash: text('tx_hash').notNull(),
  asset: text().notNull(),
  amount: text().notNull(),
  symbol: text().notNull(),
  network: text().notNull(),
  foundAt: instant('found_at').notNull(),
  notifiedAt: instant('notified_at'),
  worthCents: numeric('worth_cents', { mode: 'bigint' }),
})

export const incomingScans = pgTable('incoming_scans', {
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  scannedTo: bigint('scanned_to', { mode: 'number' }).notNull(),
})

export const walletChallenges = pgTable('wallet_challenges', {
  nonce: text().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  address: text().notNull(),
  origin: text().notNull(),
  issuedAt: instant('issued_at').notNull(),
  usedAt: instant('used_at'),
  purpose: text({ enum: ['REGISTER', 'UNFREEZE'] })
    .notNull()
    .default('REGISTER'),
})

export const walletRegistrations = pgTable('wallet_registrations', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  address: text().notNull(),
  method: text({ enum: ['CREATE', 'IMPORT'] }).notNull(),
  registeredAt: instant('registered_at').notNull(),
  disconnectedAt: instant('disconnected_at'),
})

export const walletTransactions = pgTable('wallet_transactions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  txHash: text('tx_hash').notNull(),
  fromAddress: text('from_address').notNull(),
  toAddress: text('to_address').notNull(),
  value: text().notNull(),
  symbol: text().notNull(),
  contractAddress: text('contract_address'),
  status: text({ enum: ['PENDING', 'SUCCESS', 'FAILED'] }).notNull(),
  nonce: bigint({ mode: 'number' }),
  final: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  onChain: boolean('on_chain'),
})
