import type { SeasonPlan } from '@solstice/rules/season-plan'
import { tokenText, tokenUnits } from '@solstice/rules/round'
import type { Reading, SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import { planHashOf, planOf } from './revision.service.ts'
import { seasonToPublish } from './publishing.service.ts'
import { seasonForOdds } from './season-plan.service.ts'
import { seasonToSchedule } from './season-schedule.service.ts'

export function seasonValues({ id, title, startAt, endAt }: DraftRow) {
  return {
    seasonId: id,
    titleEn: title.en,
    titleKo: title.ko,
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
  }
}

/** A proposal to publish is bound to the whole plan, so that an edit makes it outdated. */
export const readPlanToPublish: SubjectReader<'seasonPlan.publish'> = async (
  tx,
  ctx,
  { params, body },
) => readingOf(await seasonToPublish(tx, ctx, { ...params, ...body }))

/** A proposal to schedule also names the instant. */
export const readPlanToSchedule: SubjectReader<'seasonPlan.schedule'> = async (
  tx,
  ctx,
  { params, body },
) => {
  const publishAt = new Date(body.publishAt)
  const { confirmed } = body
  const reading = readingOf(await seasonToSchedule(tx, ctx, { ...params, confirmed, publishAt }))
  return { ...reading, values: { ...reading.values, publishAt: publishAt.toISOString() } }
}

function readingOf(season: DraftRow): Reading<'SEASON'> {
  const plan = planOf(season)
  const { decimals, symbol } = plan.reward
  const pools = plan.rounds.map(({ pool }) => tokenUnits(pool, decimals) ?? 0n)
  const pool = pools.reduce((sum, units) => sum + units, 0n)
  const { budget } = plan
  return {
    subject: `season:${season.id}`,
    values: {
      ...seasonValues(season),
      pool: tokenText(pool, decimals),
      symbol,
      planHash: planHashOf(season) ?? '',
      plannedProducts: plan.products.length,
    },
    figures: [
      { name: 'budgetMembers', value: String(budget.members), unit: null, limit: null },
      { name: 'budgetXp', value: String(budget.xp), unit: 'XP', limit: null },
      { name: 'budgetTickets', value: String(budget.tickets), unit: null, limit: null },
      { name: 'budgetReward', value: budget.reward, unit: symbol, limit: null },
    ],
    facts: () => ({ isDraft: season.state === 'DRAFT', isPublishing: true }),
  }
}

type Prizes = SeasonPlan['spin']['prizes']

/**
 * Each line is one prize with its chance, because prizes have no id. A weight is a hundredth of a
 * percent, so that different prizes have different texts.
 */
function prizeTexts(prizes: Prizes): Record<string, string> {
  return Object.fromEntries(
    prizes.map(
      ({ xp, weight }, at) =>
        [`prize${at + 1}`, `${xp} XP · ${(weight / 100).toFixed(2)} %`] as const,
    ),
  )
}

export const readOddsChange: SubjectReader<'seasonPlan.changeOdds'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const season = await seasonForOdds(tx, params.seasonId, body.prizes)
  const before = prizeTexts(planOf(season).spin.prizes)
  const after = prizeTexts(body.prizes)
  const fields = Object.keys({ ...before, ...after })
  return {
    subject: `season:${season.id}`,
    values: seasonValues(season),
    changes: fields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        field,
        before: before[field] ?? null,
        after: after[field] ?? null,
      })),
    facts: () => ({ isDraft: season.state === 'DRAFT', isPublishing: false }),
  }
}

/** Returns the token in which a season pays its rewards, by the scope of their ledger account. */
export async function rewardTokenOf(
  db: Db,
  scope: string,
): Promise<{ symbol: string; decimals: number } | undefined> {
  const seasonId = /^season:(\d+)$/.exec(scope)?.[1]
  const season = seasonId === undefined ? undefined : await findSeason(db, Number(seasonId))
  return season && planOf(season).reward
}
