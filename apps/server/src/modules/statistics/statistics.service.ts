import type { CallData } from '@solstice/contract/wire'
import { plannedByNow } from '@solstice/rules/alarm'
import { HOUR_MS } from '@solstice/rules/duration'
import { daysBetween, programmeDayOf } from '@solstice/rules/programme-day'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import { planOf } from '#/modules/season/revision.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findProgress } from './aggregation.queries.ts'
import { plannedLine } from './planned-line.ts'
import { seasonDaysOf } from './season-day.ts'
import { publishedSeason } from './season-statistics.service.ts'
import {
  findAttendance,
  findBudgets,
  findDays,
  findDraws,
  findPublishedSeasons,
  findSnapshot,
  sumPushes,
  sumXp,
} from './statistics.queries.ts'
import { wheelOf } from './wheel.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

export async function showFunnel(
  ctx: Context,
  seasonId: number,
): Promise<CallData<'statistics.funnel'>> {
  await publishedSeason(ctx.db, seasonId)
  const snapshot = await findSnapshot(ctx.db, seasonId)
  return {
    seasonId,
    asOf: snapshot?.takenAt.toISOString() ?? null,
    steps: [
      { step: 'REGISTERED', members: snapshot?.registered ?? 0 },
      { step: 'JOINED', members: snapshot?.joined ?? 0 },
      { step: 'CHECK_INS', members: snapshot?.checkedIn ?? 0 },
      { step: 'COMPLETED', members: snapshot?.withMission ?? 0 },
      { step: 'BOUGHT', members: snapshot?.withPurchase ?? 0 },
      { step: 'REWARDED', members: snapshot?.withReward ?? 0 },
    ],
  }
}

type Today = CallData<'statistics.today'>

/** Compares the present day and the running season with the plan. */
export async function showStatisticsToday(ctx: Context, alarms: Today['alarms']): Promise<Today> {
  const now = ctx.now()
  const { aggregatedAt } = await findProgress(ctx.db)
  const [season] = await findPublishedSeasons(ctx.db, now)
  const asOf = aggregatedAt?.toISOString() ?? null
  if (!season) return { asOf, alarms, season: null }
  const { seasonId, title, startAt, endAt } = season
  const line = plannedLine(planOf(season))
  const day = daysBetween(startAt, new Date(now.getTime() + 1))
  const planned = line.days[day - 1]
  const today = seasonDaysOf({
    startAt,
    until: new Date(now.getTime() + 1),
    days: await findDays(ctx.db, seasonId),
    attendance: await findAttendance(ctx.db, seasonId),
    payments: [],
    refusals: [],
    pushes: [],
    reward: { decimals: 0 },
  }).find(({ date }) => date === programmeDayOf(now))
  return {
    asOf,
    alarms,
    season: {
      seasonId,
      title,
      day,
      days: daysBetween(startAt, endAt),
      xp: {
        actual: await sumXp(ctx.db, seasonId),
        planned: plannedXp(line.days, startAt, aggregatedAt ?? startAt),
      },
      participants: { actual: today?.participants ?? 0, planned: planned?.participants ?? 0 },
      spins: { actual: today?.spins ?? 0, planned: planned?.spins ?? 0 },
    },
  }
}

function plannedXp(days: readonly { xp: number }[], startAt: Date, now: Date): number {
  return plannedByNow(
    days.map(({ xp }) => xp),
    { startAt, now },
  )
}

/**
 * Returns the facts about the running seasons that alarms are raised from. The plan is compared at
 * the time of the last aggregation, because newer XP is not counted yet.
 */
export async function runningSeasonFacts(ctx: Context) {
  const { aggregatedAt } = await findProgress(ctx.db)
  const seasons = await findPublishedSeasons(ctx.db, ctx.now())
  const facts = []
  for (const season of seasons) {
    const { seasonId, title, startAt } = season
    const line = plannedLine(planOf(season))
    const { spin } = await loadProgramme(ctx, seasonId)
    const wheel = wheelOf(await findDraws(ctx.db, seasonId), spin.prizes)
    const budgets = await findBudgets(ctx.db, seasonId)
    facts.push({
      seasonId,
      title: title.en,
      madeXp: await sumXp(ctx.db, seasonId),
      plannedXp: aggregatedAt ? plannedXp(line.days, startAt, aggregatedAt) : 0,
      wheel: { spins: wheel.spins, p: wheel.test?.p ?? null },
      missions: budgets.flatMap(({ missionId, title: mission, limit, left }) =>
        limit === null || left === null ? [] : [{ missionId, title: mission.en, limit, left }],
      ),
    })
  }
  return facts
}

/** Returns the pushes of the last hour. */
export function recentPushes(ctx: Pick<AppContext, 'db' | 'now'>) {
  const until = ctx.now()
  return sumPushes(ctx.db, { from: new Date(until.getTime() - HOUR_MS), until })
}
