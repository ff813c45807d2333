import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { MemberStretch } from '#/platform/process/member-stretch.ts'
import { findMembersWithAlarm, findParticipants, type DailyTask } from './daily-reminder.queries.ts'
import { missionServices } from './registry.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

/** The mission types with a daily reminder. */
export const missionReminders = MISSION_TYPES.flatMap((type) => {
  const { reminder } = missionServices[type]
  return reminder ? [{ ...reminder, type }] : []
})

type Reminded = (typeof missionReminders)[number]

/**
 * Returns today's open missions of every ongoing season, for members with its alarm on or for all
 * participants. Both use the same name, so that a member is notified of a mission once a day.
 */
export async function dailyOccasions(
  ctx: Context,
  reminded: Reminded,
  audience: 'with-alarm' | 'participants',
) {
  const now = ctx.now()
  const find = audience === 'with-alarm' ? findMembersWithAlarm : findParticipants
  const tasks = (await ongoing(ctx)).flatMap((programme) => taskOf(programme, reminded, now))
  return tasks.map(({ until, ...task }) => ({
    name: `${reminded.type}:${task.seasonId}:${task.day}`,
    data: { seasonId: task.seasonId },
    from: task.from,
    until,
    open: (stretch: MemberStretch) => find(ctx.db, task, stretch),
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
  if (!mission?.enabled || programme.pausedAt || !open) return []
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
