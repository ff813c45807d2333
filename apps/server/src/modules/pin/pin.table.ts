import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PIN_PURPOSES } from '@solstice/contract/pin-purpose'
import { instant } from '#/platform/process/columns.ts'

export const pinKeys = pgTable('pin_keys', {
  id: uuid().primaryKey(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  enrolmentId: uuid('enrolment_id').notNull(),
  state: text({ enum: ['ENROLLING', 'ACTIVE', 'RETIRED'] }).notNull(),
  sealedKey: text('sealed_key').notNull(),
  salt: text().notNull(),
  iterations: integer().notNull(),
  proofHash: text('proof_hash'),
  triesUsed: integer('tries_used').notNull().default(0),
  round: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
  lastTryAt: instant('last_try_at'),
  shared: boolean().notNull().default(false),
})

export const pinDevices = pgTable(
  'pin_devices',
  {
    pinKeyId: uuid('pin_key_id').notNull(),
    deviceId: text('device_id').notNull(),
    triesUsed: integer('tries_used').notNull().default(0),
    round: integer().notNull().default(0),
    lastTryAt: instant('last_try_at'),
    enrolledAt: instant('enrolled_at').notNull(),
  },
  ({ pinKeyId, deviceId }) => [primaryKey({ columns: [pinKeyId, deviceId] })],
)

export const pinEvaluations = pgTable('pin_evaluations', {
  id: uuid().primaryKey(),
  pinKeyId: uuid('pin_key_id').notNull(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  round: integer().notNull(),
  attempt: integer().notNull(),
  createdAt: instant('created_at').notNull(),
  verifiedAt: instant('verified_at'),
  purpose: text({ enum: PIN_PURPOSES }),
  failedSince: integer('failed_since'),
  tokenHash: text('token_hash'),
  tokenExpiresAt: instant('token_expires_at'),
  tokenUsedAt: instant('token_used_at'),
  deviceId: text('device_id'),
  ownCount: boolean('own_count').notNull().default(false),
})
