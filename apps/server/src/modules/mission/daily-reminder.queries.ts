import { and, eq, exists, gt, lt, not, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
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

type MemberBatch = { afterMemberId: number; size: number }

const isActive = (memberId: PgColumn): SQL | undefined =>
  and(eq(members.id, memberId), eq(members.status, 'ACTIVE'))

/** Returns the members who had its alarm on before it opened and can still do it. */
export async function findMembersWithAlarm(
  db: Db,
  task: DailyTask,
  batch: MemberBatch,
): Promise<number[]> {
  const { memberId, seasonId, missionId, enabled, updatedAt } = missionAlarms
  const rows = await db
    .select({ memberId })
    .from(missionAlarms)
    .innerJoin(members, isActive(memberId))
    .leftJoin(
      seasonMembers,
      and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, memberId)),
    )
    .where(
      and(
        eq(seasonId, task.seasonId),
        eq(missionId, task.missionId),
        enabled,
        lt(updatedAt, task.from),
        isOpen(db, task, memberId),
        gt(memberId, batch.afterMemberId),
      ),
    )
    .orderBy(memberId)
    .limit(batch.size)
  return rows.map((row) => row.memberId)
}

/**
 * Returns the participants of the season who can still do it and have not switched its alarm off.
 */
export async function findParticipants(
  db: Db,
  task: DailyTask,
  batch: MemberBatch,
): Promise<number[]> {
  const { seasonId, memberId, checkIns, spins } = seasonMembers
  const completed = db
    .select({ missionId: missionCompletions.missionId })
    .from(missionCompletions)
    .where(
      and(eq(missionCompletions.seasonId, seasonId), eq(missionCompletions.memberId, memberId)),
    )
  const switchedOff = db
    .select({ missionId: missionAlarms.missionId })
    .from(missionAlarms)
    .where(
      and(
        eq(missionAlarms.seasonId, seasonId),
        eq(missionAlarms.missionId, task.missionId),
        eq(missionAlarms.memberId, memberId),
        not(missionAlarms.enabled),
      ),
    )
  const rows = await db
    .select({ memberId })
    .from(seasonMembers)
    .innerJoin(members, isActive(memberId))
    .where(
      and(
        eq(seasonId, task.seasonId),
        // A row alone can result from viewing the wheel, so require an action.
        or(gt(checkIns, 0), gt(spins, 0), exists(completed)),
        notExists(switchedOff),
        isOpen(db, task, memberId),
        gt(memberId, batch.afterMemberId),
      ),
    )
    .orderBy(memberId)
    .limit(batch.size)
  return rows.map((row) => row.memberId)
}

function isOpen(db: Db, task: DailyTask, memberId: PgColumn): SQL | undefined {
  const { seasonId, missionId, day, freeSpins } = task
  if (freeSpins !== undefined) {
    return or(
      sql`${seasonMembers.freeSpinsDay} is distinct from ${day}::date`,
      lt(seasonMembers.freeSpinsUsed, freeSpins),
    )
  }
  const done = db
    .select({ missionId: missionCompletions.missionId })
    .from(missionCompletions)
    .where(
      and(
        eq(missionCompletions.seasonId, seasonId),
        eq(missionCompletions.memberId, memberId),
        eq(missionCompletions.missionId, missionId),
        eq(missionCompletions.day, day),
      ),
    )
  const exhausted = db
    .select({ missionId: missionBudgets.missionId })
    .from(missionBudgets)
    .where(
      and(
        eq(missionBudgets.seasonId, seasonId),
        eq(missionBudgets.missionId, missionId),
        eq(missionBudgets.remaining, 0),
      ),
    )
  return and(notExists(done), notExists(exhausted))
}
