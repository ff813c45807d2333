import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CallData } from '@solstice/contract/wire'
import { ROUND_WAYS } from '@solstice/rules/distribution'
import type { PlannedMission, SeasonPlan, Texts } from '@solstice/rules/season-plan'
import { amount, instant } from '#/platform/process/columns.ts'

/** A plan as stored. A draft may lack any part of it. */
export type DraftPlan = Record<string, unknown>

/** A simulation as stored with the revision that it simulates. */
export type StoredSimulation = Omit<CallData<'seasonPlan.simulate'>, 'revision'>

export const roundRewards = pgTable(
  'round_rewards',
  {
    roundId: bigint('round_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    amount: amount('amount').notNull(),
    /** OWED and CLAIMABLE are rewards of rounds that a root pays: not yet posted, and posted. */
    state: text({
      enum: ['WAITING', 'PENDING', 'OWED', 'CLAIMABLE', 'PAID', 'EXPIRED'],
    }).notNull(),
    address: text(),
    historyId: bigint('history_id', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    distributorId: bigint('distributor_id', { mode: 'number' }),
    rootNumber: bigint('root_number', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.memberId] })],
)

export const roundStandings = pgTable(
  'round_standings',
  {
    roundId: bigint('round_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    xp: bigint({ mode: 'number' }).notNull().default(0),
    checkInDays: integer('check_in_days').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.memberId] })],
)

export const roundTotals = pgTable('round_totals', {
  roundId: bigint('round_id', { mode: 'number' }).primaryKey(),
  xp: bigint({ mode: 'number' }).notNull(),
})

export const seasonBanners = pgTable('season_banners', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  position: integer().notNull(),
  title: jsonb().$type<Texts>().notNull(),
  imageUrl: text('image_url').notNull(),
  linkUrl: text('link_url'),
})

export const seasonLevelBonuses = pgTable(
  'season_level_bonuses',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    fromLevel: integer('from_level').notNull(),
    percent: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.fromLevel] })],
)

export const seasonMissions = pgTable(
  'season_missions',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    missionId: integer('mission_id').notNull(),
    type: text().$type<PlannedMission['type']>().notNull(),
    category: text().$type<PlannedMission['category']>().notNull(),
    title: jsonb().$type<Texts>().notNull(),
    description: jsonb().$type<Texts>().notNull(),
    imageUrl: text('image_url'),
    linkUrl: text('link_url'),
    rewardXp: integer('reward_xp'),
    repeat: text().$type<PlannedMission['repeat']>().notNull(),
    proof: jsonb().$type<PlannedMission['proof']>(),
    maxCompletions: integer('max_completions'),
    partner: jsonb().$type<PlannedMission['partner']>(),
    terms: jsonb().$type<PlannedMission['terms']>(),
    enabled: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.missionId] })],
)

export const seasonOpenings = pgTable('season_openings', {
  seasonId: bigint('season_id', { mode: 'number' }).primaryKey(),
  notifiedMember: bigint('notified_member', { mode: 'number' }).notNull().default(0),
  finishedAt: instant('finished_at'),
})

export const seasonPrizes = pgTable(
  'season_prizes',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    xp: integer().notNull(),
    weight: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.position] })],
)

/** The states of a plan that were saved, published or changed. The database keeps them unchanged. */
export const seasonRevisions = pgTable(
  'season_revisions',
  {
    seasonId: bigint('season_id', { mode: 'number' }).notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
    plan: jsonb().$type<DraftPlan>().notNull(),
    kind: text({ enum: ['SAVE', 'PUBLISH', 'LIVE'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    operatorId: bigint('operator_id', { mode: 'number' }),
    reason: text(),
    change: jsonb().$type<Record<string, unknown>>(),
    simulation: jsonb().$type<StoredSimulation>(),
    previewedEnAt: instant('previewed_en_at'),
    previewedKoAt: instant('previewed_ko_at'),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.revision] })],
)

export const seasonRounds = pgTable('season_rounds', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  number: integer().notNull(),
  startAt: instant('start_at').notNull(),
  endAt: instant('end_at').notNull(),
  pool: amount('pool').notNull(),
  settledAt: instant('settled_at'),
  settlingXp: bigint('settling_xp', { mode: 'number' }),
  settledMember: bigint('settled_member', { mode: 'number' }).notNull().default(0),
  /** A trigger adds every new reward. */
  rewarded: amount('rewarded')
    .notNull()
    .default(sql`0`),
  /** The same trigger counts them. */
  rewardedMembers: integer('rewarded_members').notNull().default(0),
  /** The versions of the season and of the rule that settled it. */
  settledVersion: bigint('settled_version', { mode: 'number' }),
  settledRule: integer('settled_rule'),
  /** The first batch of the settlement decides how the rewards are paid. */
  way: text({ enum: ROUND_WAYS }).notNull().default('DIRECT'),
})

export const seasonTiers = pgTable('season_tiers', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  seasonId: bigint('season_id', { mode: 'number' }).notNull(),
  name: jsonb().$type<Texts>().notNull(),
  emblem: text().$type<SeasonPlan['tiers'][number]['emblem']>().notNull(),
  minXp: integer('min_xp').notNull(),
  bonusPercent: integer('bonus_percent').notNull(),
  ticketsPerDay: integer('tickets_per_day').notNull(),
})

export const seasons = pgTable('seasons', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  state: text({ enum: ['DRAFT', 'PUBLISHED'] })
    .notNull()
    .default('DRAFT'),
  version: bigint({ mode: 'number' }).notNull().default(1),
  title: jsonb().$type<Texts>().notNull(),
  description: jsonb().$type<Texts>().notNull(),
  imageUrl: text('image_url'),
  startAt: instant('start_at').notNull(),
  endAt: instant('end_at').notNull(),
  rewardSymbol: text('reward_symbol').notNull(),
  rewardDecimals: integer('reward_decimals').notNull(),
  xpPerLevel: integer('xp_per_level').notNull(),
  topLevel: integer('top_level').notNull(),
  checkInBaseXp: integer('check_in_base_xp').notNull(),
  checkInBonusEvery: integer('check_in_bonus_every').notNull(),
  checkInBonusXp: integer('check_in_bonus_xp').notNull(),
  freeSpinsPerDay: integer('free_spins_per_day').notNull(),
  ticketsPerSpin: integer('tickets_per_spin').notNull(),
  /** The newest revision of the plan; `planOf` reads it. */
  plan: jsonb().$type<DraftPlan>().notNull(),
  revision: bigint({ mode: 'number' }).notNull().default(1),
  /** The problems of a draft's newest plan; null if they were not counted yet. */
  problemCount: integer('problem_count'),
  createdAt: instant('created_at').notNull(),
  publishedAt: instant('published_at'),
  /** Earning is paused since then. */
  pausedAt: instant('paused_at'),
})
