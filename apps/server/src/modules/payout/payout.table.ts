import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { CONTRACT_KINDS, PAYOUT_PURPOSES } from '@solstice/rules/payout'
import { amount, instant } from '#/platform/process/columns.ts'

export const payoutAttempts = pgTable(
  'payout_attempts',
  {
    payoutId: bigint('payout_id', { mode: 'number' }).notNull(),
    attempt: integer().notNull(),
    gas: amount('gas').notNull(),
    maxFee: amount('max_fee').notNull(),
    priorityFee: amount('priority_fee').notNull(),
    raw: text(),
    txHash: text('tx_hash'),
    createdAt: instant('created_at').notNull(),
    signedAt: instant('signed_at'),
  },
  (table) => [primaryKey({ columns: [table.payoutId, table.attempt] })],
)

export const payoutCaps = pgTable('payout_caps', {
  symbol: text().primaryKey(),
  perMember: numeric('per_member', { precision: 60, scale: 18 }).notNull(),
  perDay: numeric('per_day', { precision: 60, scale: 18 }).notNull(),
  refundsPerDay: numeric('refunds_per_day', { precision: 60, scale: 18 }).notNull(),
})

export const payouts = pgTable('payouts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  purpose: text({ enum: PAYOUT_PURPOSES }).notNull(),
  key: text().notNull(),
  /** Null for a call of the programme's contracts, except a RELAY. */
  memberId: bigint('member_id', { mode: 'number' }),
  address: text().notNull(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  amount: amount('amount').notNull(),
  chainId: bigint('chain_id', { mode: 'number' }),
  contract: text(),
  state: text({ enum: ['QUEUED', 'RESERVED', 'SENT', 'CONFIRMED', 'FAILED'] }).notNull(),
  nonce: bigint({ mode: 'number' }),
  txHash: text('tx_hash'),
  heldFor: text('held_for'),
  notBefore: instant('not_before'),
  failure: text(),
  createdAt: instant('created_at').notNull(),
  reservedAt: instant('reserved_at'),
  confirmedAt: instant('confirmed_at'),
  failedAt: instant('failed_at'),
  /** The address that owns the nonce. */
  account: text(),
  cancels: bigint({ mode: 'number' }),
  /** The kind of contract that a DEPLOY creates. */
  creates: text({ enum: CONTRACT_KINDS }),
  /** The row of a ROOT or a RELAY, the tree size of an ANCHOR. */
  subject: bigint({ mode: 'number' }),
  /** The paid fee in the smallest unit of the coin, once the transaction is final. */
  fee: amount('fee'),
  blockNumber: bigint('block_number', { mode: 'number' }),
})

export const treasuryBalances = pgTable('treasury_balances', {
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  balances: jsonb().$type<{ symbol: string; amount: string }[]>().notNull(),
  readAt: instant('read_at').notNull(),
})

export const treasuryContracts = pgTable('treasury_contracts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  kind: text({ enum: CONTRACT_KINDS }).notNull(),
  /** The token that a distributor pays. */
  token: text(),
  address: text().notNull(),
  /** The account that deployed it, which alone may call it. */
  account: text().notNull(),
  payoutId: bigint('payout_id', { mode: 'number' }).notNull(),
  deployedAt: instant('deployed_at').notNull(),
})

export const treasuryLanes = pgTable('treasury_lanes', {
  chainId: bigint('chain_id', { mode: 'number' }).primaryKey(),
  address: text().notNull(),
  nextNonce: bigint('next_nonce', { mode: 'number' }).notNull(),
  /** False for a network that was frozen before its first payout: its node was not asked. */
  isCounted: boolean('is_counted').notNull().default(true),
  frozenAt: instant('frozen_at'),
  frozenFor: text('frozen_for'),
  lowSince: instant('low_since'),
  lowFor: text('low_for'),
})

export const treasurySwitch = pgTable('treasury_switch', {
  one: boolean().primaryKey().default(true),
  stoppedAt: instant('stopped_at'),
  stoppedFor: text('stopped_for'),
})
