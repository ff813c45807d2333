import { Code } from '@solstice/contract/codes'
import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findRoundSpans, lockPublishing, lockSeason, type DraftRow } from './plan.queries.ts'
import { findRevision } from './revision.queries.ts'
import { addRevision } from './revision.service.ts'
import { deleteJobs, findParticipation, removePublication } from './season-live.queries.ts'
import { liveView, type LiveSeason } from './season-live.service.ts'
import { deleteSchedule } from './season-schedule.queries.ts'
import { BEGIN_PARTITION, EXPIRE_REWARDS, OPEN_SEASON, SETTLE_ROUND } from './season.queue.ts'

/**
 * Makes a published season a draft again. The lock of its row waits for purchases and for members who
 * join, and both find the season gone afterwards.
 */
export async function unpublish(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  { seasonId, reason }: { seasonId: number; reason: string },
): Promise<LiveSeason> {
  await lockPublishing(tx)
  const season = await lockSeason(tx, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  if (season.state === 'DRAFT') return liveView(tx, season)
  const problems = await unpublishProblems(tx, ctx, season)
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
  await deleteJobs(tx, await jobKeysOf(tx, seasonId))
  await removePublication(tx, seasonId)
  await deleteSchedule(tx, seasonId)
  const published = await findRevision(tx, seasonId, season.revision)
  if (!published) throw new Error('The newest revision of a season is missing')
  const { plan, simulation, previewedEnAt, previewedKoAt } = published
  const { revision } = await addRevision(tx, season, {
    plan,
    simulation,
    previewedEnAt,
    previewedKoAt,
    kind: 'LIVE',
    createdAt: ctx.now(),
    operatorId: by.operatorId,
    reason,
    change: { kind: 'UNPUBLISH' },
  })
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'season.unpublish',
    subject: `season:${seasonId}`,
    data: { before: { state: 'PUBLISHED' }, after: { state: 'DRAFT' }, revision },
  })
  return liveView(tx, { ...season, state: 'DRAFT', revision })
}

async function unpublishProblems(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { id, startAt }: DraftRow,
): Promise<PlanProblem[]> {
  const { hasMembers, hasOrders } = await findParticipation(tx, id)
  const values = { startAt: startAt.toISOString() }
  if (hasOrders)
    return [planProblem('', 'UNPUBLISH_SOLD', 'Members have bought in the shop', values)]
  if (!hasMembers && ctx.now() < startAt) return []
  return [planProblem('', 'UNPUBLISH_RUNNING', `The season began at ${values.startAt}`, values)]
}

async function jobKeysOf(tx: Db, seasonId: number): Promise<string[]> {
  const rounds = await findRoundSpans(tx, seasonId)
  return [
    ...[BEGIN_PARTITION, OPEN_SEASON, EXPIRE_REWARDS].map((kind) => `${kind}:${seasonId}`),
    ...rounds.map(({ roundId }) => `${SETTLE_ROUND}:${roundId}`),
  ]
}
