import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import type { GateItem, GateKey } from '@solstice/rules/season-gate'
import { instant } from '#/platform/process/columns.ts'

const seasonId = () => bigint('season_id', { mode: 'number' })

export const seasonSchedules = pgTable('season_schedules', {
  seasonId: seasonId().primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
  publishAt: instant('publish_at').notNull(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  reason: text(),
  confirmed: jsonb().$type<GateKey[]>().notNull(),
  state: text({ enum: ['WAITING', 'SUSPENDED', 'DONE'] })
    .notNull()
    .default('WAITING'),
  problems: jsonb().$type<PlanProblem[]>().notNull().default([]),
  /** The red conditions of the publish gate. */
  gate: jsonb().$type<GateItem[]>().notNull().default([]),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
})

/** The rewards of missions that changed in a published season. */
export const seasonMissionRewards = pgTable(
  'season_mission_rewards',
  {
    seasonId: seasonId().notNull(),
    missionId: integer('mission_id').notNull(),
    fromDay: date('from_day', { mode: 'string' }).$type<ProgrammeDay>().notNull(),
    rewardXp: integer('reward_xp').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.missionId, table.fromDay] })],
)

export const seasonAnnouncements = pgTable(
  'season_announcements',
  {
    seasonId: seasonId().notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
    code: text({ enum: ['SEASON_PAUSED', 'SEASON_RESUMED'] }).notNull(),
    notifiedMember: bigint('notified_member', { mode: 'number' }).notNull().default(0),
    finishedAt: instant('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.revision] })],
)
