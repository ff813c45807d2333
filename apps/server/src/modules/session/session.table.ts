import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#/platform/process/columns.ts'

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  generation: integer().notNull().default(0),
  received: boolean().notNull().default(false),
  keepLoggedIn: boolean('keep_logged_in').notNull(),
  device: text(),
  /** A keyed fingerprint of the network of the log-in. */
  network: text(),
  createdAt: instant('created_at').notNull(),
  rotatedAt: instant('rotated_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
  /** Names the session to operators, because the id is part of its tokens. */
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
})

export const knownDevices = pgTable(
  'known_devices',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    deviceId: text('device_id').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.deviceId] })],
)
