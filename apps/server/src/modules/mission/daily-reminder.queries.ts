import { and, eq, gt, lt, max, not, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import type { ExaminedMembers, MemberStretch } from '#/platform/process/member-stretch.ts'
import {
  missionAlarms,
  missionBudgets,
  missionCompletions,
  seasonMembers,
} from './mission.table.ts'

/** A mission on a programme day, and the time from which it can be done. */
export type DailyTask = {
  seasonId: number
  missionId: number
  day: ProgrammeDay
  from: Date
  /**
   * The number of free spins per day, for the spin only. The spin is done by spinning, not by a
   * completion.
   */
  freeSpins: number | undefined
}

/** Returns the members who had its alarm on before it opened and can still do it. */
export async function findMembersWithAlarm(
  db: Db,
  task: DailyTask,
  { afterMemberId, size }: MemberStretch,
): Promise<ExaminedMembers> {
  const stretch = db
    .select({ memberId: missionAlarms.memberId, updatedAt: missionAlarms.updatedAt })
    .from(missionAlarms)
    .where(
      and(
        eq(missionAlarms.seasonId, task.seasonId),
        eq(missionAlarms.missionId, task.missionId),
        missionAlarms.enabled,
        gt(missionAlarms.memberId, afterMemberId),
      ),
    )
    .orderBy(missionAlarms.memberId)
    .limit(size)
    .as('stretch')
  const spins = db
    .select({ day: seasonMembers.freeSpinsDay, used: seasonMembers.freeSpinsUsed })
    .from(seasonMembers)
    .where(
      and(eq(seasonMembers.seasonId, task.seasonId), eq(seasonMembers.memberId, stretch.memberId)),
    )
    .limit(1)
    .as('spins')
  const canDo = and(
    lt(stretch.updatedAt, task.from),
    isOpen(db, task, {
      memberId: stretch.memberId,
      freeSpinsDay: spins.day,
      freeSpinsUsed: spins.used,
    }),
    isActive(db, stretch.memberId),
  )
  const [row] = await db
    .select(examined(stretch.memberId, canDo))
    .from(stretch)
    .leftJoinLateral(spins, sql`true`)
  return examinedIn(row)
}

/**
 * Returns the participants of the season who can still do it and have not switched its alarm off.
 */
export async function findParticipants(
  db: Db,
  task: DailyTask,
  { afterMemberId, size }: MemberStretch,
): Promise<ExaminedMembers> {
  const stretch = db
    .select()
    .from(seasonMembers)
    .where(
      and(eq(seasonMembers.seasonId, task.seasonId), gt(seasonMembers.memberId, afterMemberId)),
    )
    .orderBy(seasonMembers.memberId)
    .limit(size)
    .as('stretch')
  const completion = db
    .select({ found: sql`true` })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, task.seasonId),
        eq(missionCompletions.memberId, stretch.memberId),
      ),
    )
    .limit(1)
  const switchedOff = db
    .select({ found: sql`true` })
    .from(missionAlarms)
    .where(
      and(
        eq(missionAlarms.memberId, stretch.memberId),
        eq(missionAlarms.seasonId, task.seasonId),
        eq(missionAlarms.missionId, task.missionId),
        not(missionAlarms.enabled),
      ),
    )
    .limit(1)
  const canDo = and(
    isOpen(db, task, stretch),
    // A row alone can result from viewing the wheel, so require an action.
    or(gt(stretch.checkIns, 0), gt(stretch.spins, 0), sql`${completion} is not null`),
    sql`${switchedOff} is null`,
    isActive(db, stretch.memberId),
  )
  const [row] = await db.select(examined(stretch.memberId, canDo)).from(stretch)
  return examinedIn(row)
}

/**
 * Aggregates a stretch into one row: the last member, and those who match. The conditions are
 * scalar subqueries, because PostgreSQL may turn `exists` into a join that reads the whole table.
 */
const examined = (memberId: PgColumn, matches: SQL | undefined) => ({
  lastMemberId: max(memberId),
  memberIds: sql<number[]>`coalesce(
    jsonb_agg(${memberId} order by ${memberId}) filter (where ${matches}), '[]')`,
})

function examinedIn(
  row: { lastMemberId: unknown; memberIds: number[] } | undefined,
): ExaminedMembers {
  if (!row || row.lastMemberId === null) return { memberIds: [], lastMemberId: undefined }
  return { memberIds: row.memberIds, lastMemberId: Number(row.lastMemberId) }
}

function isActive(db: Db, memberId: PgColumn): SQL {
  const status = db.select({ status: members.status }).from(members).where(eq(members.id, memberId))
  return sql`${status} = 'ACTIVE'`
}

type OpenFor = { memberId: PgColumn; freeSpinsDay: PgColumn; freeSpinsUsed: PgColumn }

function isOpen(
  db: Db,
  { seasonId, missionId, day, freeSpins }: DailyTask,
  { memberId, freeSpinsDay, freeSpinsUsed }: OpenFor,
): SQL | undefined {
  if (freeSpins !== undefined) {
    return or(sql`${freeSpinsDay} is distinct from ${day}::date`, lt(freeSpinsUsed, freeSpins))
  }
  const done = db
    .select({ found: sql`true` })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, seasonId),
        eq(missionCompletions.memberId, memberId),
        eq(missionCompletions.missionId, missionId),
        eq(missionCompletions.day, day),
      ),
    )
    .limit(1)
  const exhausted = db
    .select({ found: sql`true` })
    .from(missionBudgets)
    .where(
      and(
        eq(missionBudgets.seasonId, seasonId),
        eq(missionBudgets.missionId, missionId),
        eq(missionBudgets.remaining, 0),
      ),
    )
    .limit(1)
  return and(sql`${done} is null`, sql`${exhausted} is null`)
}
