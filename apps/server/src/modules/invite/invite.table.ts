import { bigint, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { amount, instant } from '#/platform/process/columns.ts'

export const inviteBudgets = pgTable('invite_budgets', {
  seasonId: bigint('season_id', { mode: 'number' }).primaryKey(),
  promised: amount('promised').notNull().default(0n),
})

export const inviteClaims = pgTable('invite_claims', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  type: text({ enum: ['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL'] }).notNull(),
  seasonId: bigint('season_id', { mode: 'number' }),
  xp: integer(),
  amount: amount('amount'),
  createdAt: instant('created_at').notNull(),
})

export const inviteReferrals = pgTable('invite_referrals', {
  friendId: bigint('friend_id', { mode: 'number' }).primaryKey(),
  referrerId: bigint('referrer_id', { mode: 'number' }).notNull(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  walletFingerprint: text('wallet_fingerprint').notNull(),
  amount: amount('amount').notNull(),
  state: text({ enum: ['EARNED', 'CLAIMED', 'CAPPED', 'VOID'] }).notNull(),
  qualifiedAt: instant('qualified_at').notNull(),
  claimableAt: instant('claimable_at').notNull(),
  claimId: bigint('claim_id', { mode: 'number' }),
  mailboxFingerprint: text('mailbox_fingerprint'),
})

export const inviteTerms = pgTable('invite_terms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  firstInviteXp: integer('first_invite_xp').notNull(),
  totalInviteCount: integer('total_invite_count').notNull(),
  totalInviteXp: integer('total_invite_xp').notNull(),
  symbol: text().notNull(),
  referralReward: amount('referral_reward').notNull(),
  checkInDays: integer('check_in_days').notNull(),
  claimDelayDays: integer('claim_delay_days').notNull(),
  maxPerReferrer: amount('max_per_referrer').notNull(),
  seasonBudget: amount('season_budget').notNull(),
  minWithdraw: amount('min_withdraw').notNull(),
  maxWithdrawPerDay: amount('max_withdraw_per_day').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const inviteWithdrawals = pgTable('invite_withdrawals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  amount: amount('amount').notNull(),
  symbol: text().notNull(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  address: text(),
  status: text({ enum: ['REQUESTED', 'SENT', 'CONFIRMED', 'FAILED'] }).notNull(),
  txHash: text('tx_hash'),
  day: date({ mode: 'string' }).$type<ProgrammeDay>().notNull(),
  createdAt: instant('created_at').notNull(),
  failure: text({ enum: ['NETWORK', 'LIMIT', 'PAUSED', 'WALLET', 'CANCELLED'] }),
})
