import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findMembersWithAlarm, findParticipants, type DailyTask } from './daily-reminder.queries.ts'
import { missionServices } from './registry.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

/** The types whose missions can be done anew every day. */
export const missionReminders = MISSION_TYPES.flatMap((type) => {
  const { reminder } = missionServices[type]
  return reminder ? [{ ...reminder, type }] : []
})

type Reminded = (typeof missionReminders)[number]

/**
 * What can be done today, in every season that runs: for those who had its bell on, or for all who
 * take part. Both have the same name, so that nobody hears of one thing twice on a day.
 */
export async function dailyOccasions(
  ctx: Context,
  reminded: Reminded,
  audience: 'asked' | 'participants',
) {
  const now = ctx.now()
  const find = audience === 'asked' ? findMembersWithAlarm : findParticipants
  const tasks = (await ongoing(ctx)).flatMap((programme) => taskOf(programme, reminded, now))
  return tasks.map(({ until, ...task }) => ({
    name: `${reminded.type}:${task.seasonId}:${task.day}`,
    data: { seasonId: task.seasonId },
    from: task.from,
    until,
    open: (stretch: { afterMemberId: number; size: number }) => find(ctx.db, task, stretch),
  }))
}

function taskOf(
  programme: Programme,
  { type, today }: Reminded,
  now: Date,
): (DailyTask & { until: Date })[] {
  const { seasonId, missions, startAt, endAt } = programme
  const mission = missions.find((each) => each.type === type)
  const open = today(programme, now)
  if (!mission || !open) return []
  const { closesAt } = checkInWindow(now)
  return [
    {
      seasonId,
      missionId: mission.missionId,
      day: programmeDayOf(now),
      freeSpins: open.freeSpins,
      from: open.opensAt < startAt ? startAt : open.opensAt,
      until: closesAt < endAt ? closesAt : endAt,
    },
  ]
}

async function ongoing(ctx: Context): Promise<Programme[]> {
  const query = { page: 1, size: 100, status: ['ONGOING' as const] }
  const { list } = await listPublicSeasons(ctx, 'en', query)
  return Promise.all(list.map(({ seasonId }) => loadProgramme(ctx, seasonId)))
}
