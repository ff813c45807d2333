import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { instant } from '#/platform/process/columns.ts'

const FACTOR_KINDS = ['PASSKEY', 'TOTP'] as const

const operatorId = () => bigint('operator_id', { mode: 'number' })

export const operatorFactors = pgTable('operator_factors', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: operatorId().notNull(),
  kind: text({ enum: FACTOR_KINDS }).notNull(),
  label: text().notNull(),
  credentialId: text('credential_id'),
  publicKey: text('public_key'),
  signCount: bigint('sign_count', { mode: 'number' }),
  transports: text().array(),
  passwordHash: text('password_hash'),
  totpSecret: text('totp_secret'),
  totpStep: bigint('totp_step', { mode: 'number' }),
  /** From then on the factor approves proposals. */
  approvesFrom: instant('approves_from').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

export const operatorRecoveryCodes = pgTable(
  'operator_recovery_codes',
  {
    operatorId: operatorId().notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.codeHash] })],
)

export const operatorEnrolments = pgTable('operator_enrolments', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: operatorId().notNull(),
  codeHash: text('code_hash'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  mailedAt: instant('mailed_at'),
  usedAt: instant('used_at'),
  revokedAt: instant('revoked_at'),
})

export const operatorLogins = pgTable('operator_logins', {
  loginHash: text('login_hash').primaryKey(),
  operatorId: operatorId(),
  challenge: text(),
  attempts: integer().notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

export const operatorSessions = pgTable('operator_sessions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: operatorId().notNull(),
  tokenHash: text('token_hash').notNull(),
  factor: text({ enum: FACTOR_KINDS }).notNull(),
  device: text(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  steppedUpUntil: instant('stepped_up_until'),
  stepUpChallenge: text('step_up_challenge'),
  /** From when the factor that confirmed last approves; null in sessions of earlier releases. */
  approvesFrom: instant('approves_from'),
  endedAt: instant('ended_at'),
})

export const operatorDevices = pgTable(
  'operator_devices',
  {
    operatorId: operatorId().notNull(),
    deviceHash: text('device_hash').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.deviceHash] })],
)

/** The events about which a person receives a mail. */
const OPERATOR_EVENTS = [
  'NEW_DEVICE',
  'FACTORS_CHANGED',
  'ENROLLED_AGAIN',
  'DISABLED',
  'ROLE_CHANGED',
  'COLLEAGUE_DISABLED',
  'COLLEAGUE_ROLE_CHANGED',
  'COLLEAGUE_FACTOR_ADDED',
  'OBJECTION',
  'SCHEDULE_SUSPENDED',
] as const
export type OperatorEvent = (typeof OPERATOR_EVENTS)[number]

export const operatorNotices = pgTable('operator_notices', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  operatorId: operatorId().notNull(),
  event: text({ enum: OPERATOR_EVENTS }).notNull(),
  device: text(),
  /** The colleague whom the event concerns; null if it concerns the recipient. */
  subjectId: bigint('subject_id', { mode: 'number' }),
  causedBy: bigint('caused_by', { mode: 'number' }),
  role: text({ enum: OPERATOR_ROLES }),
  /** The season that the event is about, with its titles. */
  about: jsonb().$type<{ seasonId: number; en: string; ko: string }>(),
  /** The hash of the link with which the recipient can object. */
  codeHash: text('code_hash'),
  objectedAt: instant('objected_at'),
  createdAt: instant('created_at').notNull(),
  mailedAt: instant('mailed_at'),
})
