import { Code } from '@solstice/contract/codes'
import { messageFor, type Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import {
  daysBetween,
  programmeDayOf,
  startOfDay,
  startOfNextDay,
} from '@solstice/rules/programme-day'
import { roundAt, tokenText, tokenUnits } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { planOf } from '#/modules/season/revision.service.ts'
import { loadProgramme, type Programme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findProgress } from './aggregation.queries.ts'
import { plannedLine } from './planned-line.ts'
import { madeAndSpent, paymentsOf, rewardsOf, seasonDaysOf, type SeasonDay } from './season-day.ts'
import {
  findAttendance,
  findBudgets,
  findDays,
  findDraws,
  findPayments,
  findPublishedSeason,
  findPushDays,
  findRefusals,
  findSeasonBefore,
  findSnapshot,
  type DayRow,
  type PaymentRow,
  type SeasonRow,
} from './statistics.queries.ts'
import { wheelOf } from './wheel.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Statistics = CallData<'statistics.season'>

/** Returns everything that the dashboard of a season shows. It reads aggregates only. */
export async function showSeasonStatistics(
  ctx: Context,
  seasonId: number,
  language: Language,
): Promise<Statistics> {
  const { db } = ctx
  const now = ctx.now()
  const season = await publishedSeason(db, seasonId)
  const programme = await loadProgramme(ctx, seasonId)
  const plan = planOf(season)
  const line = plannedLine(plan)
  const { aggregatedAt, ledgerTransaction } = await findProgress(db)
  const read = await readAggregates(db, season, now)
  const days = seasonDaysOf({ ...read, ...season, reward: programme.reward })
  const snapshot = await findSnapshot(db, seasonId)
  const { startAt, endAt, title } = season
  const today = startAt <= now && now < endAt ? daysBetween(startAt, new Date(+now + 1)) : null
  const round = roundAt(programme.rounds, now)
  return {
    seasonId,
    title,
    phase: now < startAt ? 'UPCOMING' : now < endAt ? 'RUNNING' : 'ENDED',
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    today,
    totalDays: daysBetween(startAt, endAt),
    round: round ? { number: round.number, endsAt: round.endAt.toISOString() } : null,
    rounds: programme.rounds.map((each) => ({
      number: each.number,
      firstDay: daysBetween(startAt, new Date(each.startAt.getTime() + 1)),
      lastDay: daysBetween(startAt, each.endAt),
    })),
    symbol: programme.reward.symbol,
    asOf: aggregatedAt?.toISOString() ?? null,
    ledgerTransaction,
    plannedMembers: plan.budget.members,
    pool: poolOf(plan),
    totals: totalsOf(read, { programme, joined: snapshot?.joined ?? 0, days }),
    days,
    plan: line.days,
    previous: await previousOf(db, season),
    missions: await missionsOf(db, seasonId, read.days),
    wheel: wheelOf(await findDraws(db, seasonId), programme.spin.prizes),
    tiers: programme.tiers.map(({ name, minXp }, at) => ({
      name,
      minXp,
      members: snapshot?.tiers[at] ?? 0,
      planned: line.tiersOn(today ?? daysBetween(startAt, endAt))[at] ?? 0,
    })),
    refusals: refusalsOf(read.refusals, programmeDayOf(now), language),
  }
}

/** Returns a published season; a draft has no statistics. */
export async function publishedSeason(db: Db, seasonId: number): Promise<SeasonRow> {
  const season = await findPublishedSeason(db, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  return season
}

/**
 * Days that have not begun are left out. Rewards are paid and purchases returned after the end, so
 * the days go on until the last posting, and their sums are those of the season.
 */
function lastShown({ startAt, endAt }: SeasonRow, now: Date, days: readonly DayRow[]): Date {
  if (now < startAt) return startAt
  if (now < endAt) return new Date(now.getTime() + 1)
  const last = days.at(-1)?.day
  return last === undefined ? endAt : latest(endAt, startOfNextDay(startOfDay(last)))
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

async function readAggregates(db: Db, season: SeasonRow, now: Date) {
  const { seasonId, startAt, endAt } = season
  const days = await findDays(db, seasonId)
  return {
    until: lastShown(season, now, days),
    days,
    attendance: await findAttendance(db, seasonId),
    payments: await findPayments(db, seasonId),
    refusals: await findRefusals(db, seasonId),
    pushes: await findPushDays(db, programmeDayOf(startAt), programmeDayOf(endAt)),
  }
}

function poolOf({ rounds, reward }: SeasonPlan): string {
  const pools = rounds.map(({ pool }) => tokenUnits(pool, reward.decimals) ?? 0n)
  return tokenText(
    pools.reduce((sum, pool) => sum + pool, 0n),
    reward.decimals,
  )
}

function totalsOf(
  read: { days: readonly DayRow[]; payments: readonly PaymentRow[] },
  of: { programme: Programme; joined: number; days: readonly SeasonDay[] },
): Statistics['totals'] {
  const { reward } = of.programme
  const ofAsset = (asset: string) => read.days.filter((row) => row.asset === asset)
  const xp = madeAndSpent(ofAsset('XP'))
  const rewards = ofAsset('REWARD')
  const owed = rewards.reduce((sum, { credited, debited }) => sum + credited - debited, 0n)
  return {
    participants: of.joined,
    xpMade: Number(xp.made),
    xpSpent: Number(xp.spent),
    spins: of.days.reduce((sum, { spins }) => sum + spins, 0),
    payments: paymentsOf(read.payments),
    ...rewardsOf(rewards, reward.decimals),
    owed: tokenText(owed < 0n ? 0n : owed, reward.decimals),
  }
}

async function previousOf(db: Db, season: SeasonRow): Promise<Statistics['previous']> {
  const before = await findSeasonBefore(db, season.startAt)
  if (!before) return null
  const read = await readAggregates(db, before, before.endAt)
  if (read.days.length === 0) return null
  const { seasonId, title, startAt } = before
  const days = seasonDaysOf({ ...read, startAt, reward: { decimals: 0 } })
  return {
    seasonId,
    title,
    days: days.map(({ day, participants, xpMade, ticketsMade, ticketsUsed }) => ({
      day,
      participants,
      xpMade,
      ticketsMade,
      ticketsUsed,
    })),
  }
}

async function missionsOf(
  db: Db,
  seasonId: number,
  days: readonly DayRow[],
): Promise<Statistics['missions']> {
  const byMission = Map.groupBy(days, (row) => row.missionId)
  return (await findBudgets(db, seasonId)).map(({ missionId, title, limit, left }) => {
    const rows = byMission.get(missionId) ?? []
    const kinds = Map.groupBy(rows, ({ day, kind }) => `${day} ${kind}`)
    const completions = Array.from(kinds.values()).reduce(
      (sum, same) => sum + Math.max(...same.map(({ postings }) => postings)),
      0,
    )
    const { made } = madeAndSpent(rows.filter(({ asset }) => asset === 'XP'))
    return { missionId, title, completions, xp: Number(made), limit, left }
  })
}

function refusalsOf(
  rows: readonly { code: number; day: string; refusals: number }[],
  today: string,
  language: Language,
): Statistics['refusals'] {
  const sum = (some: typeof rows) => some.reduce((total, { refusals }) => total + refusals, 0)
  return Array.from(
    Map.groupBy(rows, ({ code }) => code),
    ([code, ofCode]) => ({
      code,
      text: textOf(code, language),
      count: sum(ofCode),
      today: sum(ofCode.filter(({ day }) => day === today)),
    }),
  ).toSorted((one, other) => other.count - one.count)
}

/** A code of an earlier release has no text any more. */
function textOf(stored: number, language: Language): string {
  const known = Object.values(Code).find((code) => code === stored)
  return known === undefined ? '' : messageFor(known, language)
}
