import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { instant } from '#/platform/process/columns.ts'

export const missionAddresses = pgTable(
  'mission_addresses',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    address: text().notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    slot: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.seasonId, table.missionId, table.address, table.slot] }),
  ],
)

export const missionAlarms = pgTable(
  'mission_alarms',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    enabled: boolean().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.seasonId, table.missionId] })],
)

export const missionBudgets = pgTable(
  'mission_budgets',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    remaining: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.missionId] })],
)

export const missionCompletions = pgTable(
  'mission_completions',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    slot: text().notNull(),
    day: date({ mode: 'string' }).$type<ProgrammeDay>().notNull(),
    historyId: bigint('history_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.seasonId, table.memberId, table.missionId, table.slot] }),
  ],
)

export const missionOpens = pgTable(
  'mission_opens',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.missionId, table.memberId] })],
)

export const seasonMembers = pgTable(
  'season_members',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    checkIns: integer('check_ins').notNull().default(0),
    checkInXp: bigint('check_in_xp', { mode: 'number' }).notNull().default(0),
    spins: integer().notNull().default(0),
    freeSpinsDay: date('free_spins_day', { mode: 'string' }).$type<ProgrammeDay>(),
    freeSpinsUsed: integer('free_spins_used').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId] })],
)

export const spinCommitments = pgTable(
  'spin_commitments',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    nonce: integer().notNull(),
    commitment: text().notNull(),
    odds: text().notNull(),
    sealedSeed: text('sealed_seed').notNull(),
    serverSeed: text('server_seed'),
    clientSeed: text('client_seed'),
    prizeIndex: integer('prize_index'),
    usedTicket: boolean('used_ticket'),
    historyId: bigint('history_id', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    revealedAt: instant('revealed_at'),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId, table.nonce] })],
)
