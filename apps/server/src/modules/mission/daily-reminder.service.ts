import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import type { MissionType } from '@solstice/rules/mission'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { participantsWithFreeSpin, participantsWithout } from './daily-reminder.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Stretch = { afterMemberId: number; size: number }

/** What can be done once a day, and is told of in the evening to who takes part and has not done it. */
export type DailyMission = Extract<MissionType, 'CHECK_IN' | 'SPIN' | 'TICKET'>

export async function openDailyMission(ctx: Context, type: DailyMission, stretch: Stretch) {
  const now = ctx.now()
  const day = programmeDayOf(now)
  const programme = await ongoing(ctx)
  const mission = programme?.missions.find((each) => each.type === type)
  const window = checkInWindow(now)
  if (!programme || !mission || (type === 'CHECK_IN' && !window.open)) return []
  const { seasonId, endAt } = programme
  const of = { ...stretch, seasonId, day }
  const members =
    type === 'SPIN'
      ? await participantsWithFreeSpin(ctx.db, { ...of, freePerDay: programme.spin.freePerDay })
      : await participantsWithout(ctx.db, { ...of, missionId: mission.missionId })
  const until = window.closesAt < endAt ? window.closesAt : endAt
  return members.map((memberId) => ({
    memberId,
    name: `${type}:${seasonId}:${day}`,
    data: { seasonId },
    from: window.opensAt,
    until,
  }))
}

async function ongoing(ctx: Context): Promise<Programme | undefined> {
  const { list } = await listPublicSeasons(ctx, 'en', { page: 1, size: 1, status: ['ONGOING'] })
  const [season] = list
  return season && loadProgramme(ctx, season.seasonId)
}
