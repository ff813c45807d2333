import { Code } from '@solstice/contract/codes'
import type { GateKey } from '@solstice/rules/season-gate'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { lockPublishing, lockSeason, type DraftRow } from './plan.queries.ts'
import { releaseSeason } from './publication.service.ts'
import { planOf } from './revision.service.ts'
import { gateOf, refuseRedGate } from './season-gate.service.ts'
import { seasonRow, type SeasonRow } from './season-row.service.ts'
import { deleteSchedule } from './season-schedule.queries.ts'
import type { SeasonSources } from './season-sources.ts'

type Context = Pick<AppContext, 'now'>
type Publication = {
  seasonId: number
  confirmed: readonly GateKey[]
  sources: SeasonSources
}

/** Publishes a plan at once. Repeating it changes nothing. */
export async function publishPlan(
  tx: Db,
  ctx: Context,
  by: Operator,
  publication: Publication,
): Promise<SeasonRow> {
  const { seasonId } = publication
  const season = await seasonToPublish(tx, ctx, publication)
  if (season.state === 'DRAFT') {
    await release(tx, ctx, by, season)
    await deleteSchedule(tx, seasonId)
  }
  return seasonRow(tx, ctx, await lockExistingSeason(tx, seasonId))
}

/** Returns a season that can be published; one with a red gate is refused before it is proposed. */
export async function seasonToPublish(
  tx: Db,
  ctx: Context,
  { seasonId, confirmed, sources }: Publication,
): Promise<DraftRow> {
  // Every publication takes this lock before the row of the season.
  await lockPublishing(tx)
  const season = await lockExistingSeason(tx, seasonId)
  if (season.state === 'DRAFT') refuseRedGate(await gateOf(tx, ctx, season, sources), confirmed)
  return season
}

/** Publishes a locked draft whose gate is green. */
export async function release(
  tx: Db,
  ctx: Context,
  by: Pick<Operator, 'operatorId' | 'name'>,
  season: DraftRow,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { id: seasonId, startAt, endAt } = season
  await releaseSeason(tx, ctx, { seasonId, startAt, endAt }, by)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'season.publish',
    subject: `season:${seasonId}`,
    data: {
      ...data,
      budget: planOf(season).budget,
      before: { state: season.state },
      after: { state: 'PUBLISHED' },
    },
  })
}

async function lockExistingSeason(tx: Db, seasonId: number): Promise<DraftRow> {
  const season = await lockSeason(tx, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  return season
}
