import { bigint, boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { amount, instant } from '#/platform/process/columns.ts'

export const signerRequests = pgTable('signer_requests', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  payoutId: bigint('payout_id', { mode: 'number' }).notNull(),
  attempt: integer(),
  gas: amount('gas'),
  maxFee: amount('max_fee'),
  askedAt: instant('asked_at').notNull(),
  answer: jsonb(),
  givenUp: boolean('given_up').notNull().default(false),
})
