import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { LEAGUE_OUTCOMES } from '@solstice/rules/league'
import { bytes, instant } from '#/platform/process/columns.ts'

export const LEAGUE_STEPS = [
  'COMMITTED',
  'ENTERING',
  'GROUPING',
  'RUNNING',
  'MEASURING',
  'RANKING',
  'CLOSED',
] as const

/** How far a step is; every step begins with an empty one. */
export type StepPosition = {
  /** The last member or league of the previous batch. */
  after?: number
  /** The bands that are still to be drawn, in order, and the member before the next one. */
  pools?: { rung: number; isApart: boolean; bands: number[][] }[]
  afterPace?: number
}

/** The counts of a week, which the batches add up. */
export type WeekSummary = {
  /** Members who would have been placed, but do not take part. */
  optedOut?: number
  apart?: number
  /** Members with XP in the week, once it is closed. */
  active?: number
  promoted?: number
  relegated?: number
  /** By rung. */
  rungs?: Partial<Record<number, { members: number; leagues: number; smallest: number }>>
}

export const leagueWeeks = pgTable(
  'league_weeks',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    week: integer().notNull(),
    seed: bytes('seed').notNull(),
    commitment: text().notNull(),
    committedAt: instant('committed_at').notNull(),
    step: text({ enum: LEAGUE_STEPS }).notNull().default('COMMITTED'),
    position: jsonb().$type<StepPosition>().notNull().default({}),
    topScore: bigint('top_score', { mode: 'number' }),
    members: integer().notNull().default(0),
    leagues: integer().notNull().default(0),
    summary: jsonb().$type<WeekSummary>().notNull().default({}),
    openedAt: instant('opened_at'),
    measuredTo: instant('measured_to'),
    closedAt: instant('closed_at'),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.week] })],
)

export const leagueMembers = pgTable(
  'league_members',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    rung: smallint().notNull(),
    baseXp: bigint('base_xp', { mode: 'number' }).notNull(),
    pace: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.memberId] })],
)

export const leagueEntries = pgTable(
  'league_entries',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    week: integer().notNull(),
    blindedId: text('blinded_id').notNull(),
    /** Null after the account was deleted. */
    memberId: bigint('member_id', { mode: 'number' }),
    rung: smallint().notNull(),
    isApart: boolean('is_apart').notNull(),
    pace: bigint({ mode: 'number' }).notNull(),
    band: integer(),
    league: integer(),
    /** The XP of the week, once it is closed. */
    xp: bigint({ mode: 'number' }),
    place: integer(),
    outcome: text({ enum: LEAGUE_OUTCOMES }),
    /** The rung of the next week; null for weeks that an earlier release closed. */
    toRung: smallint('to_rung'),
    enteredAt: instant('entered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.week, table.blindedId] })],
)

export const leagueOptOuts = pgTable('league_opt_outs', {
  memberId: bigint('member_id', { mode: 'number' }).primaryKey(),
  optedOutAt: instant('opted_out_at').notNull(),
})
