import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  generation: integer().notNull().default(0),
  received: boolean().notNull().default(false),
  keepLoggedIn: boolean('keep_logged_in').notNull(),
  device: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  rotatedAt: timestamp('rotated_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
})
