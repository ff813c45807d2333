import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import { openConditions, type GateKey } from '@solstice/rules/season-gate'
import { tellResponsible } from '#/modules/operator/colleague-notice.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { lockPublishing, lockSeason, type DraftRow } from './plan.queries.ts'
import { release, seasonToPublish } from './publishing.service.ts'
import { gateOf, type Gate } from './season-gate.service.ts'
import {
  decideSchedule,
  deleteOpenSchedule,
  deleteSchedule,
  findPlanners,
  findSchedule,
  findScheduler,
  lockSchedule,
  saveSchedule,
  type Schedule,
} from './season-schedule.queries.ts'
import type { SeasonSources } from './season-sources.ts'
import { PUBLISH_SEASON, type ScheduledPublication } from './season.queue.ts'

type Context = Pick<AppContext, 'now'>
type ScheduleView = CallData<'seasonPlan.schedule'>
type Wish = {
  seasonId: number
  publishAt: Date
  confirmed: readonly GateKey[]
  reason: string
  sources: SeasonSources
}

/** Jobs run late under load, and a season that has begun is not published. */
const LEAD_MS = 10 * MINUTE_MS

/** Publishes a draft at a later instant, if its gate is still green then. */
export async function schedulePublication(
  tx: Db,
  ctx: Context,
  by: Operator,
  wish: Wish,
): Promise<ScheduleView> {
  const season = await seasonToSchedule(tx, ctx, wish)
  const { seasonId, publishAt, confirmed, reason } = wish
  const now = ctx.now()
  await saveSchedule(tx, {
    seasonId,
    publishAt,
    reason,
    revision: season.revision,
    operatorId: by.operatorId,
    confirmed: [...confirmed],
    createdAt: now,
  })
  const payload: ScheduledPublication = {
    seasonId,
    revision: season.revision,
    publishAt: publishAt.toISOString(),
  }
  const key = `${PUBLISH_SEASON}:${seasonId}:${season.revision}:${payload.publishAt}`
  await enqueue(tx, PUBLISH_SEASON, { payload, dueAt: publishAt, now, key })
  await appendAudit(tx, {
    at: now,
    actor: actorOf(by),
    action: 'season.schedule',
    subject: `season:${seasonId}`,
    data: { ...payload, confirmed },
  })
  return scheduleView(await existingSchedule(tx, seasonId))
}

/** Returns a draft that can be scheduled; another one is refused before it is proposed. */
export async function seasonToSchedule(
  tx: Db,
  ctx: Context,
  { publishAt, ...publication }: Omit<Wish, 'reason'>,
): Promise<DraftRow> {
  const season = await seasonToPublish(tx, ctx, publication)
  const problems = scheduleProblems(season, publishAt, ctx.now())
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
  return season
}

function scheduleProblems({ state, startAt }: DraftRow, at: Date, now: Date): PlanProblem[] {
  if (state === 'PUBLISHED') {
    return [planProblem('', 'SCHEDULE_PUBLISHED', 'The season is published already')]
  }
  const values = { publishAt: at.toISOString(), startAt: startAt.toISOString() }
  if (at <= now) return [planProblem('publishAt', 'SCHEDULE_PAST', 'This time has passed', values)]
  if (at.getTime() <= startAt.getTime() - LEAD_MS) return []
  const text = `The season begins at ${values.startAt}, and is published at least 10 minutes before`
  return [planProblem('publishAt', 'SCHEDULE_LATE', text, values)]
}

/** Ends a schedule. The draft stays as it is, and its job finds nothing to do. */
export async function unschedule(
  tx: Db,
  ctx: Context,
  by: Operator,
  seasonId: number,
): Promise<CallData<'seasonPlan.unschedule'>> {
  if (!(await lockSeason(tx, seasonId))) throw refuse(Code.NOT_FOUND)
  if (await deleteSchedule(tx, seasonId)) {
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'season.unschedule',
      subject: `season:${seasonId}`,
      data: {},
    })
  }
  return { seasonId }
}

/** Ends a schedule whose draft has another shop now, because it was approved with the former one. */
export async function endSchedule(tx: Db, seasonId: number): Promise<void> {
  await deleteOpenSchedule(tx, seasonId)
}

/**
 * Publishes a scheduled draft in one transaction with the repeated check, so that nothing is half
 * published. A red gate suspends the schedule and mails the operators who answer for it. If only the
 * balance of the treasury is unknown, it throws, so that the job asks again while time is left.
 */
export function publishScheduled(
  ctx: Pick<AppContext, 'db' | 'now'>,
  due: ScheduledPublication,
  { sources, retryAfterMs }: { sources: SeasonSources; retryAfterMs: number | undefined },
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockPublishing(tx)
    const season = await lockSeason(tx, due.seasonId)
    const schedule = await lockSchedule(tx, due.seasonId)
    if (!season || !schedule || !isDue(schedule, due)) return
    const by = await findScheduler(tx, schedule.operatorId)
    if (!by) throw new Error('The operator of a schedule is missing')
    const checked = await gateOf(tx, ctx, season, sources)
    const red = openConditions(checked.gate, schedule.confirmed)
    if (retryAfterMs !== undefined && isOnlyUnknown(checked, red, sources)) {
      const retryAt = ctx.now().getTime() + retryAfterMs
      if (retryAt < season.startAt.getTime()) throw new Error('The free balance is unknown')
    }
    if (checked.problems.length > 0 || red.length > 0) {
      return suspend(tx, ctx, season, { ...checked, gate: red })
    }
    await release(tx, ctx, by, season, { scheduledFor: due.publishAt })
    await decideSchedule(tx, season.id, { state: 'DONE', decidedAt: ctx.now() })
  })
}

function isOnlyUnknown(
  { problems }: Gate,
  red: Gate['gate'],
  { available }: SeasonSources,
): boolean {
  const isOnlyCover = red.length > 0 && red.every(({ key }) => key === 'COVER')
  return problems.length === 0 && isOnlyCover && available === null
}

/** A newer schedule of the same season has a job of its own. */
function isDue(schedule: Schedule, { revision, publishAt }: ScheduledPublication): boolean {
  return (
    schedule.state === 'WAITING' &&
    schedule.revision === revision &&
    schedule.publishAt.toISOString() === publishAt
  )
}

async function suspend(tx: Db, ctx: Context, season: DraftRow, red: Gate): Promise<void> {
  const at = ctx.now()
  await decideSchedule(tx, season.id, { state: 'SUSPENDED', decidedAt: at, ...red })
  await appendAudit(tx, {
    at,
    actor: 'system',
    action: 'season.suspend',
    subject: `season:${season.id}`,
    data: { problems: red.problems.map(({ text }) => text), gate: red.gate.map(({ key }) => key) },
  })
  await tellResponsible(tx, ctx, 'SCHEDULE_SUSPENDED', {
    operatorIds: await findPlanners(tx, season.id),
    about: { seasonId: season.id, ...season.title },
  })
}

async function existingSchedule(tx: Db, seasonId: number): Promise<Schedule> {
  const found = await findSchedule(tx, seasonId)
  if (!found) throw new Error('A stored schedule is missing')
  return found
}

function scheduleView({ seasonId, publishAt, state, problems }: Schedule): ScheduleView {
  return { seasonId, publishAt: publishAt.toISOString(), state, problems }
}
