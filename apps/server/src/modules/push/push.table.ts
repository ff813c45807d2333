import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  sessionId: uuid('session_id'),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: instant('created_at').notNull(),
  failures: integer().notNull().default(0),
  blockedUntil: instant('blocked_until'),
})

export const pushDeliveries = pgTable('push_deliveries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subscriptionId: bigint('subscription_id', { mode: 'number' }).notNull(),
  alertId: bigint('alert_id', { mode: 'number' }),
  campaignId: bigint('campaign_id', { mode: 'number' }),
  dueAt: instant('due_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  attempts: integer().notNull().default(0),
  leasedUntil: instant('leased_until'),
  sentAt: instant('sent_at'),
  droppedAt: instant('dropped_at'),
  lastError: text('last_error'),
  /** The origin of the push service; null if it was sent or dropped before 0099. */
  origin: text(),
})

export const pushServices = pgTable('push_services', {
  origin: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: instant('blocked_until'),
  devices: integer().notNull().default(0),
  failedAt: instant('failed_at'),
})
