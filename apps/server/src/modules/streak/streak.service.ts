import type { CallData } from '@solstice/contract/wire'
import { clip } from '@solstice/rules/availability'
import { DAY_MS } from '@solstice/rules/duration'
import { windowOfDay } from '@solstice/rules/excused-day'
import { nextCheckInAt } from '@solstice/rules/missions/check-in/check-in'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import { FREEZES_PER_SEASON, streakOf } from '@solstice/rules/streak'
import { excusedDaysOf } from '#/modules/season/excused-day.service.ts'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import { closedDays } from '#/modules/status/availability.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findCheckInDays } from './streak.queries.ts'

/** Returns the chain of days, which follows from the member's check-ins and the excused days. */
export async function showStreak(
  ctx: Pick<AppContext, 'db' | 'now' | 'shared'>,
  memberId: number,
  seasonId: number,
): Promise<CallData<'streak.show'>> {
  const now = ctx.now()
  const programme = await loadProgramme(ctx, seasonId)
  const checkIns = await findCheckInDays(ctx.db, { seasonId, memberId })
  const firstDay = programmeDayOf(programme.startAt)
  const lastDay = programmeDayOf(new Date(programme.endAt.getTime() - 1))
  const today = programmeDayOf(now)
  const rounds = programme.rounds.map(({ roundId, startAt, endAt, excusedDays }) => ({
    roundId,
    excusedDays,
    checkInDays: checkIns.filter((day) => isIn(day, { startAt, endAt })).length,
  }))
  const excused = await excusedDaysOf(ctx.db, { memberId, seasonId }, rounds)
  const excusedDays = Array.from(excused.values()).toSorted()
  const { days, current, longest, freezes } = streakOf({
    days: daysUntil(firstDay, today < lastDay ? today : lastDay),
    today,
    checkedIn: new Set(checkIns),
    excused: new Set(excusedDays),
  })
  const lastCheckIn = checkIns.at(-1)
  return {
    firstDay,
    lastDay,
    today: firstDay <= today && today <= lastDay ? today : null,
    days,
    current,
    longest,
    freezes: { perSeason: FREEZES_PER_SEASON, ...freezes },
    excused: await withOutages(ctx.db, excusedDays),
    nextCheckInAt: nextCheckInAt(lastCheckIn, programme, now)?.toISOString() ?? null,
  }
}

const isIn = (day: ProgrammeDay, round: { startAt: Date; endAt: Date }): boolean =>
  day >= programmeDayOf(round.startAt) && day <= programmeDayOf(new Date(round.endAt.getTime() - 1))

function daysUntil(first: ProgrammeDay, last: ProgrammeDay): ProgrammeDay[] {
  const days: ProgrammeDay[] = []
  for (let at = startOfDay(first).getTime(); ; at += DAY_MS) {
    const day = programmeDayOf(new Date(at))
    if (day > last) return days
    days.push(day)
  }
}

async function withOutages(
  db: Db,
  days: readonly ProgrammeDay[],
): Promise<CallData<'streak.show'>['excused']> {
  const [first] = days
  if (first === undefined) return []
  const closed = await closedDays(db, first)
  return days.map((day) => {
    const known = closed.find((each) => each.day === day && each.service === 'PROGRAMME')
    const outages = clip(known?.gaps ?? [], windowOfDay(day)).map(({ startAt, endAt }) => ({
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
    }))
    return { day, outages }
  })
}
