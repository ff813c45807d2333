import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { CHECK_IN_ID, nextCheckInAt } from '@solstice/rules/missions/check-in/check-in'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import { FREEZES_PER_SEASON, streakOf } from '@solstice/rules/streak'
import { missionStateOf } from '#/preview/preview-member.ts'
import type { PreviewState } from '#/preview/preview-state.ts'

/** The member of the preview checked in on the days before today, as many as were counted. */
export function showStreak({ programme, member, now }: PreviewState): CallData<'streak.show'> {
  const at = now()
  const { startAt, endAt } = programme
  const firstDay = programmeDayOf(startAt)
  const lastDay = programmeDayOf(new Date(endAt.getTime() - 1))
  const today = programmeDayOf(at)
  const days = daysBetween(firstDay, today < lastDay ? today : lastDay)
  const { lastDay: checkedIn } = missionStateOf(member, CHECK_IN_ID)
  const before = days.filter((day) => day < today)
  const earlier = checkedIn === today ? member.checkIns - 1 : member.checkIns
  const { freezes, ...streak } = streakOf({
    days,
    today,
    checkedIn: new Set([
      ...before.slice(Math.max(0, before.length - earlier)),
      ...(checkedIn === today ? [today] : []),
    ]),
    excused: new Set(),
  })
  return {
    firstDay,
    lastDay,
    today: firstDay <= today && today <= lastDay ? today : null,
    ...streak,
    freezes: { perSeason: FREEZES_PER_SEASON, ...freezes },
    excused: [],
    nextCheckInAt: nextCheckInAt(checkedIn, programme, at)?.toISOString() ?? null,
  }
}

function daysBetween(first: ProgrammeDay, last: ProgrammeDay): ProgrammeDay[] {
  const days: ProgrammeDay[] = []
  for (let at = startOfDay(first).getTime(); at <= startOfDay(last).getTime(); at += DAY_MS) {
    days.push(programmeDayOf(new Date(at)))
  }
  return days
}
