import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { draftSeason, releaseSeason, allSeasons } from '#/modules/season/publication.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { GUEST_BOOK_MISSION } from './guest-book.ts'
import { demoSeason, SEASON_DAYS, THEMES, type Theme } from './season-plan.ts'
import { stockShop } from './shop.ts'

/** The break between two seasons. */
const BREAK_DAYS = 3
/** The days since the first seasons ended and started, at the first start of the programme. */
const ENDED_DAYS = 17
const RUNNING_DAYS = 11

const NEXT_SEASON = 'demo.next-season'

type Context = Pick<AppContext, 'db' | 'now'>

/** Creates an ended, a running and an upcoming season, by the clock of the first start. */
export async function seedSeasons(
  tx: Db,
  ctx: Context,
): Promise<{ ended: number; ongoing: number }> {
  const today = startOfDay(programmeDayOf(ctx.now()))
  const ended = await addSeason(tx, ctx, shifted(today, -ENDED_DAYS - SEASON_DAYS))
  const ongoing = await addSeason(tx, ctx, shifted(today, -RUNNING_DAYS))
  await addSeason(tx, ctx, shifted(today, SEASON_DAYS - RUNNING_DAYS + BREAK_DAYS))
  return { ended, ongoing }
}

/**
 * Announces another season when the last known one begins, so that the demo never runs out of
 * seasons.
 */
export const nextDemoSeason: JobKind<null> = {
  kind: NEXT_SEASON,
  lane: 'programme',
  retryAfterMs: [60_000, 60_000, 60_000],
  handle: async (ctx) => {
    if (!ctx.settings.demo) return
    await ctx.db.transaction(async (tx) => {
      const now = ctx.now()
      const known = await allSeasons(tx)
      if (known.some(({ startAt }) => startAt > now)) return
      const last = Math.max(now.getTime(), ...known.map(({ endAt }) => endAt.getTime()))
      const earliestStart = new Date(last + BREAK_DAYS * DAY_MS)
      await addSeason(tx, ctx, startOfDay(programmeDayOf(earliestStart)))
    })
  },
}

async function addSeason(tx: Db, ctx: Context, startAt: Date): Promise<number> {
  const season = demoSeason(await themeAt(tx, startAt), startAt)
  const plan = { ...season, missions: [...season.missions, GUEST_BOOK_MISSION] }
  const endAt = new Date(plan.endAt)
  const seasonId = await draftSeason(tx, ctx, plan)
  await releaseSeason(tx, ctx, { seasonId, startAt, endAt })
  await stockShop(tx, ctx, seasonId)
  const now = ctx.now()
  const key = `${NEXT_SEASON}:${seasonId}`
  if (startAt > now) await enqueue(tx, NEXT_SEASON, { payload: null, dueAt: startAt, now, key })
  return seasonId
}

/**
 * Selects a theme by the time of year that differs from the two before. A repeated theme gets a
 * number.
 */
async function themeAt(tx: Db, startAt: Date): Promise<Theme> {
  const byMonth = Math.floor((((startAt.getUTCMonth() + 1) % 12) * THEMES.length) / 12)
  const known = (await allSeasons(tx)).map(({ title }) => title.en.replace(/ \d+$/, ''))
  const recentTitles = known.slice(-2)
  const rotatedThemes = [...THEMES.slice(byMonth), ...THEMES.slice(0, byMonth)]
  const theme = rotatedThemes.find(({ title }) => !recentTitles.includes(title.en))
  if (!theme) throw new Error('Every theme was used recently')
  const times = known.filter((name) => name === theme.title.en).length
  if (times === 0) return theme
  const { en, ko } = theme.title
  return { ...theme, title: { en: `${en} ${times + 1}`, ko: `${ko} ${times + 1}` } }
}

function shifted(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS)
}
