import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#/platform/process/columns.ts'

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
  referredAt: instant('referred_at'),
  status: text({ enum: ['ACTIVE', 'SUSPENDED', 'DISABLED'] })
    .notNull()
    .default('ACTIVE'),
  /** The operator's note to the member, and its time. */
  statusNote: text('status_note'),
  statusNotedAt: instant('status_noted_at'),
  pinFirstSetAt: instant('pin_first_set_at'),
  pinLockedAt: instant('pin_locked_at'),
  payoutsFrozenAt: instant('payouts_frozen_at'),
  termsAgreedAt: instant('terms_agreed_at').notNull(),
  privacyAgreedAt: instant('privacy_agreed_at').notNull(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
})

export const profileImages = pgTable('profile_images', {
  id: text().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  contentType: text('content_type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
  content: bytes('content').notNull(),
  createdAt: instant('created_at').notNull(),
})
