import { checkInWindow, programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { MissionType } from '@solstice/rules/mission'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { findAsked, findParticipants, type DailyTask } from './daily-reminder.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

/** What can be done anew every day: there is something to ring for. */
export type DailyMission = Extract<MissionType, 'CHECK_IN' | 'SPIN' | 'TICKET' | 'PURCHASE'>

/**
 * What can be done today, in every season that runs: for those who had its bell on, or for all who
 * take part. Both have the same name, so that nobody hears of one thing twice on a day.
 */
export async function dailyOccasions(
  ctx: Context,
  type: DailyMission,
  whom: 'asked' | 'participants',
) {
  const now = ctx.now()
  const find = whom === 'asked' ? findAsked : findParticipants
  const tasks = (await ongoing(ctx)).flatMap((programme) => taskOf(programme, type, now))
  return tasks.map(({ until, ...task }) => ({
    name: `${type}:${task.seasonId}:${task.day}`,
    data: { seasonId: task.seasonId },
    from: task.from,
    until,
    open: (stretch: { afterMemberId: number; size: number }) => find(ctx.db, task, stretch),
  }))
}

function taskOf(
  { seasonId, missions, spin, startAt, endAt }: Programme,
  type: DailyMission,
  now: Date,
): (DailyTask & { until: Date })[] {
  const mission = missions.find((each) => each.type === type)
  const window = checkInWindow(now)
  if (!mission || (type === 'CHECK_IN' && !window.open)) return []
  if (type === 'SPIN' && spin.freePerDay === 0) return []
  const day = programmeDayOf(now)
  const opensAt = type === 'CHECK_IN' ? window.opensAt : startOfDay(day)
  return [
    {
      seasonId,
      missionId: mission.missionId,
      day,
      freeSpins: type === 'SPIN' ? spin.freePerDay : undefined,
      from: opensAt < startAt ? startAt : opensAt,
      until: window.closesAt < endAt ? window.closesAt : endAt,
    },
  ]
}

async function ongoing(ctx: Context): Promise<Programme[]> {
  const query = { page: 1, size: 100, status: ['ONGOING' as const] }
  const { list } = await listPublicSeasons(ctx, 'en', query)
  return Promise.all(list.map(({ seasonId }) => loadProgramme(ctx, seasonId)))
}
