import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const members = pgTable('members', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  nickname: text().notNull(),
  language: text({ enum: ['en', 'ko'] })
    .notNull()
    .default('en'),
  walletAddress: text('wallet_address'),
  referralCode: text('referral_code').notNull(),
  referredBy: bigint('referred_by', { mode: 'number' }),
  status: text({ enum: ['ACTIVE', 'SUSPENDED', 'DISABLED'] })
    .notNull()
    .default('ACTIVE'),
  termsAgreedAt: timestamp('terms_agreed_at', { withTimezone: true }).notNull(),
  privacyAgreedAt: timestamp('privacy_agreed_at', { withTimezone: true }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
