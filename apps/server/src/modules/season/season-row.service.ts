import { time } from '@solstice/contract/schema'
import type { CallData } from '@solstice/contract/wire'
import { tokenText, tokenUnits } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findReviews } from './draft.queries.ts'
import { findPlans, type ListedSeason } from './listed-season.queries.ts'
import type { DraftRow } from './plan.queries.ts'
import { planHashOf } from './revision.service.ts'
import { findSchedules, type Schedule } from './season-schedule.queries.ts'

export type SeasonRow = CallData<'seasonPlan.create'>

/** Returns seasons as operators see them in lists. */
export async function seasonRows(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  seasons: readonly ListedSeason[],
): Promise<SeasonRow[]> {
  const now = ctx.now()
  const drafts = seasons.filter(({ state }) => state === 'DRAFT')
  const inReview = await findInReview(db, drafts, now)
  const schedules = await findSchedules(
    db,
    drafts.map(({ id }) => id),
  )
  return seasons.map((season) => ({
    seasonId: season.id,
    state: season.state,
    phase: phaseOf(season, now, {
      isInReview: inReview.has(season.id),
      schedule: schedules.get(season.id),
    }),
    revision: season.revision,
    title: season.title,
    startAt: season.startAt.toISOString(),
    endAt: season.endAt.toISOString(),
    roundEnds: roundEndsOf(season.parts),
    publishedAt: season.publishedAt?.toISOString() ?? null,
    ...costsOf(season.parts),
    publishAt: waitingFor(schedules.get(season.id)),
    // A count simulates the season, so a list never counts.
    problems: season.state === 'DRAFT' ? season.problemCount : 0,
    paused: season.pausedAt !== null,
  }))
}

/** Returns one season as operators see it. */
export async function seasonRow(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  season: DraftRow,
): Promise<SeasonRow> {
  const [row] = await seasonRows(db, ctx, [{ ...season, parts: season.plan }])
  if (!row) throw new Error('A season has no row')
  return row
}

export function subjectOf({ id }: Pick<DraftRow, 'id'>): string {
  return `season:${id}`
}

/**
 * Returns the drafts that a proposal to publish waits for. A proposal for an older plan is outdated,
 * because an edit ends the review.
 */
async function findInReview(
  db: Db,
  drafts: readonly ListedSeason[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const reviews = await findReviews(db, drafts.map(subjectOf), now)
  const proposed = drafts.filter((draft) =>
    reviews.some(({ subject }) => subject === subjectOf(draft)),
  )
  if (proposed.length === 0) return new Set()
  const plans = await findPlans(
    db,
    proposed.map(({ id }) => id),
  )
  const isReviewed = (draft: { id: number; plan: DraftRow['plan'] }) =>
    reviews.some(
      ({ subject, planHash }) => subject === subjectOf(draft) && planHash === planHashOf(draft),
    )
  return new Set(plans.filter(isReviewed).map(({ id }) => id))
}

function phaseOf(
  season: ListedSeason,
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

/** A plan has at most this many rounds; a draft may have any number. */
const MOST_ROUNDS = 100

function roundEndsOf({ rounds }: ListedSeason['parts']): string[] {
  if (!Array.isArray(rounds)) return []
  return rounds.slice(0, MOST_ROUNDS).flatMap((round) => {
    const end = time.safeParse(objectIn(round)['endAt'])
    return end.success ? [end.data] : []
  })
}

/** Returns what a plan says about its costs, as far as a draft has them. */
function costsOf(plan: ListedSeason['parts']): Pick<SeasonRow, 'members' | 'pool' | 'symbol'> {
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
