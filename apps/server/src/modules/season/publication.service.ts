import { REWARD_WAITS_MS, SETTLE_AFTER_MS } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import {
  findAllSeasons,
  findRoundSpans,
  insertDraft,
  markPublished,
  type DraftRow,
} from './plan.queries.ts'
import { EXPIRE_REWARDS, OPEN_SEASON, SETTLE_ROUND } from './season.queue.ts'

const FIRST_MOMENT_MS = 60_000

type Context = Pick<AppContext, 'now'>

export function draftSeason(tx: Db, ctx: Context, plan: SeasonPlan): Promise<number> {
  return insertDraft(tx, plan, ctx.now())
}

/** Members see it from now on, and everything that comes due in it is queued. */
export async function releaseSeason(
  tx: Db,
  ctx: Context,
  season: { seasonId: number; startAt: Date; endAt: Date },
): Promise<void> {
  const now = ctx.now()
  const { seasonId } = season
  const queue = (kind: string, id: number, dueAt: Date) =>
    enqueue(tx, kind, { payload: { id }, dueAt, now, key: `${kind}:${id}` })
  await markPublished(tx, seasonId, now)
  // Who was not there when a season began is not told that it begins. One that was published in
  // its first moment was found to be in time, and is no late one by the seconds that took.
  if (now.getTime() - season.startAt.getTime() < FIRST_MOMENT_MS) {
    await queue(OPEN_SEASON, seasonId, season.startAt)
  }
  for (const { roundId, endAt } of await findRoundSpans(tx, seasonId)) {
    await queue(SETTLE_ROUND, roundId, new Date(endAt.getTime() + SETTLE_AFTER_MS))
  }
  const expireAt = new Date(season.endAt.getTime() + REWARD_WAITS_MS)
  await queue(EXPIRE_REWARDS, seasonId, expireAt)
}

/** Drafts too, in the order in which they begin. */
export function allSeasons(db: Db): Promise<DraftRow[]> {
  return findAllSeasons(db)
}
