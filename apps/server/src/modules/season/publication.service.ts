import { HOUR_MS } from '@solstice/rules/duration'
import { REWARD_GRACE_MS, SETTLE_AFTER_MS } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { storeDraft } from './draft.service.ts'
import { findAllSeasons, type ListedSeason } from './listed-season.queries.ts'
import { findRoundSpans, lockSeason, markPublished, writeSeason } from './plan.queries.ts'
import { writeProducts } from './planned-products.service.ts'
import { findRevision } from './revision.queries.ts'
import { addRevision, planOf } from './revision.service.ts'
import { BEGIN_PARTITION, EXPIRE_REWARDS, OPEN_SEASON, SETTLE_ROUND } from './season.queue.ts'

const START_GRACE_MS = 60_000
/** Before the start, so that no transaction of the season is in an older partition of the ledger. */
const PARTITION_LEAD_MS = HOUR_MS

type Context = Pick<AppContext, 'now'>

export function draftSeason(
  tx: Db,
  ctx: Context,
  plan: SeasonPlan,
  by?: Pick<Operator, 'operatorId'>,
): Promise<number> {
  return storeDraft(tx, ctx, { ...plan }, by)
}

/** Writes the parts of a season from its newest plan, publishes it and enqueues all its jobs. */
export async function releaseSeason(
  tx: Db,
  ctx: Context,
  season: { seasonId: number; startAt: Date; endAt: Date },
  by?: Pick<Operator, 'operatorId'>,
): Promise<void> {
  const now = ctx.now()
  const { seasonId } = season
  await writeNewestPlan(tx, seasonId, { at: now, operatorId: by?.operatorId ?? null })
  const queue = (kind: string, id: number, dueAt: Date) =>
    enqueue(tx, kind, { payload: { id }, dueAt, now, key: `${kind}:${id}` })
  await markPublished(tx, seasonId, now)
  if (now < season.startAt) {
    const dueAt = new Date(season.startAt.getTime() - PARTITION_LEAD_MS)
    await queue(BEGIN_PARTITION, seasonId, dueAt)
  }
  // A season that is published after its start is not announced. Allow a short delay, because a
  // season published at its start was checked to be in time.
  if (now.getTime() - season.startAt.getTime() < START_GRACE_MS) {
    await queue(OPEN_SEASON, seasonId, season.startAt)
  }
  for (const { roundId, endAt } of await findRoundSpans(tx, seasonId)) {
    await queue(SETTLE_ROUND, roundId, new Date(endAt.getTime() + SETTLE_AFTER_MS))
  }
  const expireAt = new Date(season.endAt.getTime() + REWARD_GRACE_MS)
  await queue(EXPIRE_REWARDS, seasonId, expireAt)
}

/** The publication is a revision of its own and has the simulation and the previews of the draft. */
async function writeNewestPlan(
  tx: Db,
  seasonId: number,
  { at, operatorId }: { at: Date; operatorId: number | null },
): Promise<void> {
  const draft = await lockSeason(tx, seasonId)
  const newest = draft && (await findRevision(tx, seasonId, draft.revision))
  if (!newest) throw new Error('A season without a revision cannot be released')
  const released = planOf(draft)
  await writeSeason(tx, seasonId, released)
  await writeProducts(tx, seasonId, released, at)
  const { plan, simulation, previewedEnAt, previewedKoAt } = newest
  const seen = { simulation, previewedEnAt, previewedKoAt }
  await addRevision(tx, draft, { ...seen, plan, kind: 'PUBLISH', createdAt: at, operatorId })
}

/** Returns all seasons including drafts, ordered by start. */
export function allSeasons(db: Db): Promise<ListedSeason[]> {
  return findAllSeasons(db)
}
