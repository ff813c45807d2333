import { and, asc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { excusedDayOf, windowOfDay } from '@solstice/rules/excused-day'
import { CHECK_IN_ID } from '@solstice/rules/missions/check-in/check-in'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { CHECK_IN_DAYS_FOR_REWARD } from '@solstice/rules/round'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { jsonRows } from '#/platform/process/expressions.ts'
import { excusedDays } from './excused-day.table.ts'
import type { ExcusedDay } from './excused-day.queue.ts'
import { roundStandings, seasonRounds, seasons } from './season.table.ts'

const isDay = ({ roundId, day }: ExcusedDay) =>
  and(eq(excusedDays.roundId, roundId), eq(excusedDays.day, day))

/** Returns the span of a round and the days of it that are decided. */
export async function findRoundDays(db: Db, roundId: number) {
  const { id, seasonId, startAt, endAt } = seasonRounds
  const [round] = await db
    .select({ seasonId, startAt, endAt })
    .from(seasonRounds)
    .where(eq(id, roundId))
  if (!round) return undefined
  const rows = await db
    .select({ day: excusedDays.day })
    .from(excusedDays)
    .where(eq(excusedDays.roundId, roundId))
  return { ...round, decided: rows.map(({ day }) => day) }
}

/** Returns the rounds of published seasons that have begun and are not settled. */
export async function findOpenRounds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: seasonRounds.id })
    .from(seasonRounds)
    .innerJoin(seasons, eq(seasons.id, seasonRounds.seasonId))
    .where(
      and(
        eq(seasons.state, sql`'PUBLISHED'`),
        lte(seasonRounds.startAt, now),
        isNull(seasonRounds.settledAt),
      ),
    )
    .orderBy(asc(seasonRounds.id))
  return rows.map(({ id }) => id)
}

/** Inserts decisions and returns those that no other process had made. */
export function insertDecisions(
  tx: Db,
  decisions: readonly (typeof excusedDays.$inferInsert)[],
): Promise<{ day: ProgrammeDay; excused: boolean }[]> {
  return tx
    .insert(excusedDays)
    .values([...decisions])
    .onConflictDoNothing()
    .returning({ day: excusedDays.day, excused: excusedDays.excused })
}

/** Returns the excused days of a round, in order. */
export async function findExcusedDays(db: Db, roundId: number): Promise<ProgrammeDay[]> {
  const rows = await db
    .select({ day: excusedDays.day })
    .from(excusedDays)
    .where(and(eq(excusedDays.roundId, roundId), eq(excusedDays.excused, true)))
    .orderBy(asc(excusedDays.day))
  return rows.map(({ day }) => day)
}

/** Selects the excused days of a season as one list inside a larger query. */
export function excusedDaysOfSeason(db: Db, seasonId: number) {
  const { roundId, day, excused } = excusedDays
  const where = sql`${excusedDays.seasonId} = ${seasonId} and ${excused}`
  return jsonRows(db, { roundId, day }, { where, orderBy: day })
}

/** The excused days as rows `d` with the end of their windows. */
const daysOf = (days: readonly ProgrammeDay[]): SQL => {
  const rows = days.map((day) => ({ day, closes: windowOfDay(day).endAt }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(day date, closes timestamptz)`
}

/** True for a day `d` that a member `m`, who had joined, passed without a check-in. */
const missed = (seasonId: number): SQL => sql`m.created_at < d.closes and not exists (
  select 1 from mission_completions c where c.season_id = ${seasonId} and c.member_id = m.id
    and c.mission_id = ${CHECK_IN_ID} and c.slot = d.day::text)`

/** Returns which of these days each member missed: days without a check-in after the member had joined. */
export async function findMissedDays(
  db: Db,
  of: { seasonId: number; days: readonly ProgrammeDay[]; memberIds: readonly number[] },
): Promise<ReadonlyMap<number, ProgrammeDay[]>> {
  if (of.days.length === 0 || of.memberIds.length === 0) return new Map()
  // Raw SQL: the days and the members are one value each.
  const rows = await rowsOf<{ id: string; day: ProgrammeDay }>(
    db,
    sql`select m.id, d.day::text as day
      from jsonb_array_elements_text(${JSON.stringify(of.memberIds)}::jsonb) as given
        join members m on m.id = given.value::bigint
        cross join ${daysOf(of.days)}
      where ${missed(of.seasonId)} order by d.day`,
  )
  const byMember = new Map<number, ProgrammeDay[]>()
  for (const { id, day } of rows) {
    byMember.set(Number(id), [...(byMember.get(Number(id)) ?? []), day])
  }
  return byMember
}

/** Adds to each member of a round the number of days that are excused for them. */
export async function withExcusedDays<Member extends { memberId: number; checkInDays: number }>(
  db: Db,
  round: { seasonId: number; excusedDays: readonly ProgrammeDay[] },
  members: readonly Member[],
): Promise<(Member & { excusedDays: number })[]> {
  const memberIds = members.flatMap(({ memberId, checkInDays }) =>
    checkInDays > 0 ? [memberId] : [],
  )
  const days = round.excusedDays
  const byMember = await findMissedDays(db, { seasonId: round.seasonId, days, memberIds })
  return members.map((member) => {
    const missed = byMember.get(member.memberId) ?? []
    return { ...member, excusedDays: excusedDayOf({ ...member, missed }) ? 1 : 0 }
  })
}

/** Counts the members of a round who may get a share only because a day is excused for them. */
export async function countExcusedRecipients(
  tx: Db,
  round: { roundId: number; seasonId: number; excusedDays: readonly ProgrammeDay[] },
): Promise<number> {
  if (round.excusedDays.length === 0) return 0
  const { roundId, memberId, xp, checkInDays } = roundStandings
  const [row] = await tx
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(roundStandings)
    .innerJoin(sql`members m`, sql`m.id = ${memberId}`)
    .where(
      and(
        eq(roundId, round.roundId),
        gt(xp, 0),
        gt(checkInDays, 0),
        eq(checkInDays, CHECK_IN_DAYS_FOR_REWARD - 1),
        sql`exists (select 1 from ${daysOf(round.excusedDays)} where ${missed(round.seasonId)})`,
      ),
    )
  return row?.count ?? 0
}

/** Lets every process read the season again, with the excused day. */
export async function countSeasonVersion(tx: Db, seasonId: number): Promise<void> {
  await tx
    .update(seasons)
    .set({ version: sql`${seasons.version} + 1` })
    .where(eq(seasons.id, seasonId))
}

/** Locks how far an excused day is followed, so that two workers never notify the same members. */
export async function lockExcusedDay(tx: Db, of: ExcusedDay) {
  const [row] = await tx
    .select()
    .from(excusedDays)
    .where(and(isDay(of), eq(excusedDays.excused, true)))
    .for('update')
  return row
}

/**
 * Returns the members of a batch for whom the day is excused now: they missed it, have a check-in in
 * its round, and missed no earlier excused day of the round.
 */
export async function findExcusedMembers(
  tx: Db,
  of: ExcusedDay & { seasonId: number; after: number; last: number },
): Promise<number[]> {
  const { roundId, day, seasonId, after, last } = of
  const days = (await findExcusedDays(tx, roundId)).filter((each) => each <= day)
  // Raw SQL: the day and all earlier ones are compared by one condition.
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select m.id from season_members s join members m on m.id = s.member_id
      join season_rounds r on r.id = ${roundId}
      where s.season_id = ${seasonId} and s.member_id > ${after} and s.member_id <= ${last}
        and m.deleted_at is null
        and exists (select 1 from mission_completions c where c.season_id = ${seasonId}
          and c.member_id = m.id and c.mission_id = ${CHECK_IN_ID}
          and c.day >= (r.start_at at time zone 'UTC' + interval '4 hours')::date
          and c.day <= ((r.end_at - interval '1 millisecond') at time zone 'UTC' + interval '4 hours')::date)
        and (select min(d.day) from ${daysOf(days)} where ${missed(seasonId)}) = ${day}::date
      order by m.id`,
  )
  return rows.map(({ id }) => Number(id))
}

export async function saveFollowed(
  tx: Db,
  of: ExcusedDay,
  to: { notifiedMember: number; added: number; finishedAt: Date | null },
): Promise<void> {
  await tx
    .update(excusedDays)
    .set({
      notifiedMember: to.notifiedMember,
      notifiedMembers: sql`${excusedDays.notifiedMembers} + ${to.added}`,
      finishedAt: to.finishedAt,
    })
    .where(isDay(of))
}
