import { checkDraft } from '@solstice/contract/season-draft'
import type { CallData } from '@solstice/contract/wire'
import { tokenText, tokenUnits } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findReviews } from './draft.queries.ts'
import type { DraftRow } from './plan.queries.ts'
import { planHashOf } from './revision.service.ts'
import { findSchedules, type Schedule } from './season-schedule.queries.ts'

export type SeasonRow = CallData<'seasonPlan.create'>

/** Returns seasons as operators see them in lists. */
export async function seasonRows(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  seasons: readonly DraftRow[],
): Promise<SeasonRow[]> {
  const now = ctx.now()
  const drafts = seasons.filter(({ state }) => state === 'DRAFT')
  const reviews = await findReviews(db, drafts.map(subjectOf), now)
  const schedules = await findSchedules(
    db,
    drafts.map(({ id }) => id),
  )
  return seasons.map((season) => ({
    seasonId: season.id,
    state: season.state,
    phase: phaseOf(season, now, {
      isInReview: reviews.some((review) => isOfPlan(review, season)),
      schedule: schedules.get(season.id),
    }),
    revision: season.revision,
    title: season.title,
    startAt: season.startAt.toISOString(),
    endAt: season.endAt.toISOString(),
    publishedAt: season.publishedAt?.toISOString() ?? null,
    ...costsOf(season.plan),
    publishAt: waitingFor(schedules.get(season.id)),
    problems: problemsOf(season),
    paused: season.pausedAt !== null,
  }))
}

/** Returns one season as operators see it. */
export async function seasonRow(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  season: DraftRow,
): Promise<SeasonRow> {
  const [row] = await seasonRows(db, ctx, [season])
  if (!row) throw new Error('A season has no row')
  return row
}

export function subjectOf({ id }: Pick<DraftRow, 'id'>): string {
  return `season:${id}`
}

/** A proposal to publish an older plan is outdated, because an edit ends the review. */
function isOfPlan(
  { subject, planHash }: { subject: string; planHash: string | null },
  season: DraftRow,
): boolean {
  return subject === subjectOf(season) && planHash === planHashOf(season)
}

function phaseOf(
  season: DraftRow,
  now: Date,
  { isInReview, schedule }: { isInReview: boolean; schedule: Schedule | undefined },
): SeasonRow['phase'] {
  if (season.state === 'DRAFT') {
    if (schedule?.state === 'WAITING') return 'SCHEDULED'
    if (isInReview) return 'IN_REVIEW'
    return schedule?.state === 'SUSPENDED' ? 'SUSPENDED' : 'DRAFT'
  }
  if (now < season.startAt) return 'PUBLISHED'
  return now < season.endAt ? 'RUNNING' : 'ENDED'
}

function waitingFor(schedule: Schedule | undefined): string | null {
  return schedule?.state === 'WAITING' ? schedule.publishAt.toISOString() : null
}

function problemsOf({ state, problemCount, plan }: DraftRow): number {
  if (state !== 'DRAFT') return 0
  // Drafts of earlier releases are counted when they are saved again.
  return problemCount ?? checkDraft(plan).problems.length
}

/** Returns what a plan says about its costs, as far as a draft has them. */
function costsOf(plan: DraftRow['plan']): Pick<SeasonRow, 'members' | 'pool' | 'symbol'> {
  const budget = objectIn(plan['budget'])
  const { symbol, decimals } = objectIn(plan['reward'])
  const { members } = budget
  return {
    members: typeof members === 'number' && Number.isSafeInteger(members) ? members : null,
    pool: typeof decimals === 'number' ? sumOfPools(plan['rounds'], decimals) : null,
    symbol: typeof symbol === 'string' ? symbol : null,
  }
}

function sumOfPools(rounds: unknown, decimals: number): string | null {
  if (!Array.isArray(rounds) || decimals < 0 || decimals > 18 || !Number.isInteger(decimals)) {
    return null
  }
  const pools = rounds.map((round) => {
    const { pool } = objectIn(round)
    return typeof pool === 'string' ? (tokenUnits(pool, decimals) ?? 0n) : 0n
  })
  return tokenText(
    pools.reduce((sum, pool) => sum + pool, 0n),
    decimals,
  )
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
