import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const refundBatches = pgTable('refund_batches', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  contract: text(),
  payer: text().notNull(),
  amount: amount('amount').notNull(),
  fee: amount('fee').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const refunds = pgTable('refunds', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: bigint('order_id', { mode: 'number' }),
  paymentId: bigint('payment_id', { mode: 'number' }),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  seasonId: bigint('season_id', { mode: 'number' }),
  historyId: bigint('history_id', { mode: 'number' }),
  type: text({ enum: ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER', 'UNMATCHED'] }).notNull(),
  reason: text(),
  txHash: text('tx_hash'),
  state: text({ enum: ['REQUESTED', 'APPROVED', 'COMPLETED', 'REJECTED'] }).notNull(),
  forOperator: boolean('for_operator').notNull(),
  outcome: text({
    enum: ['CREDITED', 'REFUNDED', 'WAS_CREDITED', 'NOTHING_PAID', 'SPENT', 'DECLINED'],
  }),
  note: text(),
  payoutId: bigint('payout_id', { mode: 'number' }),
  dueAt: instant('due_at').notNull(),
  requestedAt: instant('requested_at').notNull(),
  decidedAt: instant('decided_at'),
  batchId: bigint('batch_id', { mode: 'number' }),
  /** The network fee deducted from the refund. */
  fee: amount('fee'),
  claimedBy: bigint('claimed_by', { mode: 'number' }),
  claimedUntil: instant('claimed_until'),
})
