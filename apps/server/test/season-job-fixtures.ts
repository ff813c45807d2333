import { sql } from 'drizzle-orm'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { insertSeasonMember } from '#/modules/mission/mission.queries.ts'
import { queueAnnouncement } from '#/modules/season/announcement.service.ts'
import {
  DECIDE_DAYS,
  FOLLOW_EXCUSED_DAY,
  queueDayDecisions,
  queueExcusedDay,
} from '#/modules/season/excused-day.queue.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { ANNOUNCE_SEASON, PUBLISH_SEASON } from '#/modules/season/season.queue.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { anOperator } from './test-operator.ts'
import { aSeason, CONFIRMED, previewDraft } from './test-season.ts'

/** Jobs of seasons that are to be published later, or were changed while they run. */
export const seasonJobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [PUBLISH_SEASON]: async (server) => {
    const { ctx, clock } = server
    // Far from all other seasons of the tests, which would suspend the publication.
    const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + 3650 * DAY_MS)
    const seasonId = await draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
    await previewDraft(server, seasonId)
    const operator = await anOperator(server, 'PROGRAMME')
    const publishAt = new Date(ctx.now().getTime() + 60_000)
    const body = { ...CONFIRMED, publishAt: publishAt.toISOString() }
    await operator.call('seasonPlan.schedule', { params: { seasonId }, body })
    clock.advance(60_000)
  },

  [ANNOUNCE_SEASON]: async ({ ctx }) => {
    const { seasonId } = await aSeason({ ctx })
    await insertSeasonMember(ctx.db, { seasonId, memberId: await insertMember(ctx.db) })
    await ctx.db.execute(sql`delete from jobs`)
    await queueAnnouncement(ctx.db, ctx, { seasonId, revision: 2, kind: 'PAUSE' })
  },

  [DECIDE_DAYS]: async ({ ctx, clock }) => {
    await aSeason({ ctx })
    clock.advance(DAY_MS)
    await ctx.db.execute(sql`delete from jobs`)
    await queueDayDecisions(ctx, ctx.now())
  },

  [FOLLOW_EXCUSED_DAY]: async ({ ctx, clock }) => {
    const { seasonId, firstRound } = await aSeason({ ctx })
    const day = programmeDayOf(ctx.now())
    const memberId = await insertMember(ctx.db)
    await insertSeasonMember(ctx.db, { seasonId, memberId })
    const { roundId } = firstRound
    await ctx.db.execute(sql`insert into excused_days (round_id, day, season_id, window_ends_at,
        window_seconds, unavailable_seconds, excused, decided_at)
      values (${roundId}, ${day}, ${seasonId}, ${new Date(ctx.now().getTime() + DAY_MS).toISOString()},
        82800, 82800, true, ${ctx.now().toISOString()})`)
    await ctx.db.execute(sql`delete from jobs`)
    await queueExcusedDay(ctx.db, { roundId, day }, ctx.now())
    clock.advance(1)
  },
}
