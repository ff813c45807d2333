import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, bytes, instant } from '#/platform/process/columns.ts'

export const relaySends = pgTable('relay_sends', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  /** The contract that executes the send. All addresses are in lower case. */
  relay: text().notNull(),
  owner: text().notNull(),
  recipient: text().notNull(),
  token: text().notNull(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  amount: amount('amount').notNull(),
  nonce: amount('nonce').notNull(),
  deadline: instant('deadline').notNull(),
  /** The signatures of the owner; null when the send has ended. */
  intent: bytes('intent'),
  permit: bytes('permit'),
  /** The programme month whose quota it uses. */
  month: text().notNull(),
  /** The highest fee in the smallest unit of the coin, which counts until the paid one is known. */
  feeMax: amount('fee_max').notNull(),
  payoutId: bigint('payout_id', { mode: 'number' }),
  state: text({ enum: ['QUEUED', 'SENT', 'DONE', 'FAILED'] }).notNull(),
  failure: text({ enum: ['EXPIRED', 'REJECTED', 'STOPPED', 'WOULD_FAIL'] }),
  txHash: text('tx_hash'),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
})
