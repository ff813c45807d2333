import { needsApproval } from '@solstice/rules/approval'
import type { ApprovalPolicy } from '@solstice/rules/approval-policy'
import type { GateKey } from '@solstice/rules/season-gate'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { InviteXp } from '@solstice/rules/season-simulation'
import { tokenText, tokenUnits } from '@solstice/rules/round'
import { currentPolicy } from '#/modules/approval/approval-gate.service.ts'
import type { Change, Reading, SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import { planHashOf, planOf } from './revision.service.ts'
import { seasonToPublish } from './publishing.service.ts'
import { seasonForOdds } from './season-plan.service.ts'
import { seasonToSchedule } from './season-schedule.service.ts'
import { UNKNOWN_SOURCES, type SeasonSources } from './season-sources.ts'

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
export const readPlanToPublish: SubjectReader<'seasonPlan.publish', SeasonSources> = async (
  tx,
  ctx,
  { params, body, prepared: sources = UNKNOWN_SOURCES, isProposed },
) => {
  const confirmed = confirmedIn(body, isProposed)
  return readingOf(tx, await seasonToPublish(tx, ctx, { ...params, confirmed, sources }))
}

/** A proposal to schedule also names the instant. */
export const readPlanToSchedule: SubjectReader<'seasonPlan.schedule', SeasonSources> = async (
  tx,
  ctx,
  { params, body, prepared: sources = UNKNOWN_SOURCES, isProposed },
) => {
  const publishAt = new Date(body.publishAt)
  const confirmed = confirmedIn(body, isProposed)
  const season = await seasonToSchedule(tx, ctx, { ...params, confirmed, publishAt, sources })
  const reading = await readingOf(tx, season)
  return { ...reading, values: { ...reading.values, publishAt: publishAt.toISOString() } }
}

/**
 * The balance of the treasury changes by itself and is unknown while a node is silent, so that it
 * never makes a proposal outdated. The call itself is refused then, and the proposal waits on.
 */
function confirmedIn(
  { confirmed }: { confirmed: readonly GateKey[] },
  isProposed = false,
): readonly GateKey[] {
  return isProposed ? [...confirmed, 'COVER'] : confirmed
}

async function readingOf(tx: Db, season: DraftRow): Promise<Reading<'SEASON'>> {
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
    changes: generousProducts(plan, await currentPolicy(tx)),
    figures: [
      { name: 'budgetMembers', value: String(budget.members), unit: null, limit: null },
      { name: 'budgetXp', value: String(budget.xp), unit: 'XP', limit: null },
      { name: 'budgetTickets', value: String(budget.tickets), unit: null, limit: null },
      { name: 'budgetReward', value: budget.reward, unit: symbol, limit: null },
    ],
    facts: () => ({ isDraft: season.state === 'DRAFT', isPublishing: true }),
  }
}

/**
 * Lists the products of the plan that would wait if they were added by themselves, because nobody
 * would notice one cheap product among many. The price of a token is not fetched here, so that every
 * product that is paid with a token is listed.
 */
function generousProducts({ products }: SeasonPlan, policy: ApprovalPolicy): Change[] {
  return products.flatMap(({ name, payType, price, givesXp, givesTickets }, at) => {
    const units = payType === 'TOKEN' ? undefined : tokenUnits(price, 0)
    const offer = { isLess: false, isDraft: true, payType, givesXp, givesTickets, price: units }
    if (needsApproval('PRODUCT', offer, policy).length === 0) return []
    const gives = [
      ...(givesXp > 0 ? [`${givesXp} XP`] : []),
      ...(givesTickets > 0 ? [`${givesTickets} TICKET`] : []),
    ]
    const after = `${name.en} · ${price} ${payType} → ${gives.join(' + ')}`
    return [{ field: `product${at + 1}`, before: null, after }]
  })
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

export const readOddsChange: SubjectReader<'seasonPlan.changeOdds', InviteXp> = async (
  tx,
  ctx,
  { params, body, prepared: invites },
) => {
  const season = await seasonForOdds(tx, ctx, { ...params, prizes: body.prizes, invites })
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
