import {
  bigint,
  bit,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { Asset } from '@solstice/rules/asset'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { amount, instant } from '#/platform/process/columns.ts'

const seasonId = () => bigint('season_id', { mode: 'number' }).notNull()
const day = () => date({ mode: 'string' }).$type<ProgrammeDay>().notNull()

export const statisticsProgress = pgTable('statistics_progress', {
  isOnlyRow: boolean('is_only_row').primaryKey().default(true),
  ledgerTransaction: bigint('ledger_transaction', { mode: 'number' }).notNull().default(0),
  aggregatedAt: instant('aggregated_at'),
  refusalsFrom: instant('refusals_from'),
})

export const seasonDays = pgTable(
  'season_days',
  {
    seasonId: seasonId(),
    day: day(),
    kind: text().notNull(),
    missionId: integer('mission_id').notNull(),
    asset: text().$type<Asset>().notNull(),
    credited: amount('credited').notNull(),
    debited: amount('debited').notNull(),
    postings: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.seasonId, table.day, table.kind, table.missionId, table.asset],
    }),
  ],
)

export const seasonAttendance = pgTable(
  'season_attendance',
  {
    seasonId: seasonId(),
    day: day(),
    participants: bigint({ mode: 'number' }).notNull(),
    newcomers: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.day] })],
)

export const seasonParticipants = pgTable(
  'season_participants',
  {
    seasonId: seasonId(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    days: bit({ dimensions: 400 }).notNull(),
    checkIns: integer('check_ins').notNull(),
    missions: integer().notNull(),
    purchases: integer().notNull(),
    isPaid: boolean('is_paid').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId] })],
)

export const seasonDraws = pgTable(
  'season_draws',
  {
    seasonId: seasonId(),
    day: day(),
    odds: text().notNull(),
    prizeIndex: integer('prize_index').notNull(),
    draws: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.day, table.odds, table.prizeIndex] })],
)

export const seasonPayments = pgTable(
  'season_payments',
  {
    seasonId: seasonId(),
    day: day(),
    flow: text({ enum: ['INCOME', 'REFUND', 'REVERSAL'] }).notNull(),
    symbol: text().notNull(),
    decimals: integer().notNull(),
    amount: amount('amount').notNull(),
    purchases: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.seasonId, table.day, table.flow, table.symbol, table.decimals],
    }),
  ],
)

export const seasonRefusals = pgTable(
  'season_refusals',
  {
    seasonId: seasonId(),
    hourStartedAt: instant('hour_started_at').notNull(),
    code: integer().notNull(),
    refusals: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.hourStartedAt, table.code] })],
)

export const pushDays = pgTable('push_days', {
  day: date({ mode: 'string' }).$type<ProgrammeDay>().primaryKey(),
  sent: bigint({ mode: 'number' }).notNull(),
  dropped: bigint({ mode: 'number' }).notNull(),
})

export const seasonSnapshots = pgTable('season_snapshots', {
  seasonId: bigint('season_id', { mode: 'number' }).primaryKey(),
  takenAt: instant('taken_at').notNull(),
  registered: bigint({ mode: 'number' }).notNull(),
  joined: bigint({ mode: 'number' }).notNull(),
  checkedIn: bigint('checked_in', { mode: 'number' }).notNull(),
  withMission: bigint('with_mission', { mode: 'number' }).notNull(),
  withPurchase: bigint('with_purchase', { mode: 'number' }).notNull(),
  withReward: bigint('with_reward', { mode: 'number' }).notNull(),
  tiers: jsonb().$type<number[]>().notNull(),
})
