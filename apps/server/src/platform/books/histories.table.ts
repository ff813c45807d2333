import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const histories = pgTable('histories', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  tab: text({ enum: ['Earned', 'Purchased'] }).notNull(),
  kind: text({
    enum: ['CHECK_IN', 'SPIN', 'TICKET', 'INVITE', 'MISSION', 'PURCHASE', 'REFUND', 'ROUND_REWARD'],
  }).notNull(),
  missionId: integer('mission_id'),
  roundId: bigint('round_id', { mode: 'number' }),
  xp: bigint({ mode: 'number' }).notNull().default(0),
  tickets: bigint({ mode: 'number' }).notNull().default(0),
  reward: amount('reward'),
  status: text({
    enum: [
      'PENDING',
      'COMPLETED',
      'FAILED',
      'CANCELLED',
      'REFUND_REQUESTED',
      'REFUND_COMPLETED',
      'REFUND_REJECTED',
    ],
  }).notNull(),
  txHash: text('tx_hash'),
  data: jsonb()
    .$type<Readonly<Record<string, unknown>>>()
    .notNull()
    .default(sql`'{}'::jsonb`),
  createdAt: instant('created_at').notNull(),
})
