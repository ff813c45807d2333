import { checkInWindow, programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { MissionType } from '@solstice/rules/mission'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import { notifyAll, type AlertCode } from '#/platform/alerts.ts'
import type { AppContext } from '#/platform/context.ts'
import { DEFAULT_RETRIES, enqueue, type JobKind } from '#/platform/jobs.ts'
import { membersToRemind } from './alarm.queries.ts'

const REMIND = 'mission.remind'

/** What can be done every day, and what the member is told of it. */
const ALERTS: Partial<Record<MissionType, AlertCode>> = {
  CHECK_IN: 'CHECK_IN',
  SPIN: 'RANDOM_XP',
  TICKET: 'TICKET',
  PURCHASE: 'PURCHASE',
}

/** When the window opens, whoever asked for it hears what they have not done yet. */
export const remindMembers: JobKind<null> = {
  kind: REMIND,
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx) => {
    const day = programmeDayOf(ctx.now())
    const query = { page: 1, size: 100, status: ['ONGOING' as const] }
    const { list } = await listPublicSeasons(ctx, 'en', query)
    for (const { seasonId } of list) {
      const { missions } = await loadProgramme(ctx, seasonId)
      for (const { missionId, type } of missions) {
        const code = ALERTS[type]
        if (!code) continue
        const since = startOfDay(day)
        await notifyAll(ctx.db, ctx, membersToRemind({ seasonId, missionId, code, day, since }))
      }
    }
    await queueReminder(ctx)
  },
}

/** The day is the key, so that many processes remind once. */
export async function queueReminder(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  const window = checkInWindow(now)
  const dueAt = window.open ? window.opensNextDayAt : window.opensAt
  const key = `${REMIND}:${programmeDayOf(dueAt)}`
  await enqueue(ctx.db, REMIND, { payload: null, dueAt, now, key })
}
