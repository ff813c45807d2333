import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { programmeDayOf, startOfNextDay } from '@solstice/rules/programme-day'
import { REWARD_GRACE_MS, SETTLE_AFTER_MS } from '@solstice/rules/round'
import { changedPlan, type LiveChange, type TextsChange } from '@solstice/rules/changed-plan'
import { rulesOf } from '@solstice/rules/missions/registry'
import { planProblem, type PlanProblem } from '@solstice/rules/plan-problem'
import { decideSeasonChange } from '@solstice/rules/season-change'
import { validateSeasonPlan, type SeasonPlan } from '@solstice/rules/season-plan'
import { validateSeasonCost, type InviteXp } from '@solstice/rules/season-simulation'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit, canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { queueAnnouncement } from './announcement.service.ts'
import { findOverlapping, lockPublishing, lockSeason, type DraftRow } from './plan.queries.ts'
import { addRevision, planOf } from './revision.service.ts'
import {
  countVersion,
  findLive,
  moveEnd,
  moveJob,
  raiseLimit,
  replaceBanners,
  saveReward,
  setEnabled,
  setMissionTexts,
  setPaused,
  setTexts,
} from './season-live.queries.ts'
import { EXPIRE_REWARDS, SETTLE_ROUND } from './season.queue.ts'

type Context = Pick<AppContext, 'now'>
export type LiveSeason = CallData<'seasonPlan.changeLive'>
/** The odds have a call of their own, which checks them against the budget. */
type Applied = Exclude<LiveChange, { kind: 'ODDS' }>
type Wish = {
  seasonId: number
  change: LiveChange
  /** The present rewards of invites, which count in the budget. */
  invites: InviteXp | undefined
}

/**
 * Changes a published season and stores the change as a revision. A change that leaves the season as
 * it is stores none.
 */
export async function applyChange(
  tx: Db,
  ctx: Context,
  by: Operator,
  { seasonId, change, reason, invites }: Wish & { change: Applied; reason: string | undefined },
): Promise<LiveSeason> {
  const wish = { seasonId, change, invites }
  const { season, plan, pausedAt } = await seasonToChange(tx, ctx, wish)
  const after = changedPlan(plan, change)
  const isPause = change.kind === 'PAUSE' || change.kind === 'RESUME'
  const isNew = isPause
    ? (change.kind === 'PAUSE') === (pausedAt === null)
    : canonicalJson(after) !== canonicalJson(plan)
  if (!isNew) return liveView(tx, season)
  const now = ctx.now()
  await write(tx, { season, plan, after, change, now })
  await countVersion(tx, seasonId)
  const { revision } = await addRevision(tx, season, {
    plan: after,
    kind: 'LIVE',
    createdAt: now,
    operatorId: by.operatorId,
    reason: reason ?? null,
    change: { ...change },
  })
  if (isPause) await queueAnnouncement(tx, ctx, { seasonId, revision, kind: change.kind })
  await appendAudit(tx, {
    at: now,
    actor: actorOf(by),
    action: 'season.change',
    subject: `season:${seasonId}`,
    data: { revision, change },
  })
  return liveView(tx, { ...season, revision })
}

/** Locks a published season to which this change can apply; others are refused with the reasons. */
export async function seasonToChange(
  tx: Db,
  ctx: Context,
  { seasonId, change, invites }: Wish,
): Promise<{ season: DraftRow; plan: SeasonPlan; pausedAt: Date | null }> {
  // An extension must not meet a season that is being published.
  if (change.kind === 'EXTEND') await lockPublishing(tx)
  const season = await lockSeason(tx, seasonId)
  const live = season && (await findLive(tx, seasonId))
  if (!live) throw refuse(Code.NOT_FOUND)
  const problems = await changeProblems(tx, ctx, season, { change, invites })
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
  return { season, plan: planOf(season), pausedAt: live.pausedAt }
}

const notPublished = () => planProblem('', 'CHANGE_NOT_PUBLISHED', 'The season is not published')

export function refuseUnpublished({ state }: Pick<DraftRow, 'state'>): void {
  if (state === 'PUBLISHED') return
  throw refuse(Code.INVALID_REQUEST, { data: { problems: [notPublished()] } })
}

export async function changeProblems(
  db: Db,
  ctx: Context,
  season: DraftRow,
  { change, invites }: Pick<Wish, 'change' | 'invites'>,
): Promise<PlanProblem[]> {
  if (season.state !== 'PUBLISHED') return [notPublished()]
  const plan = planOf(season)
  const { problems } = decideSeasonChange(plan, change, ctx.now())
  if (problems.length > 0) return [...problems]
  if (change.kind === 'MISSION_OFF') return elsewhereProblems(plan, change.missionId)
  if (change.kind === 'MISSION_REWARD') return dayProblems(plan, ctx.now())
  if (change.kind === 'TEXTS') return textProblems(plan, change)
  return change.kind === 'EXTEND' ? extensionProblems(db, season, { plan, change, invites }) : []
}

/** Texts and links must not add a problem to the plan, such as a mission without its link. */
function textProblems(plan: SeasonPlan, change: TextsChange): PlanProblem[] {
  const before = new Set(validateSeasonPlan(plan).map(({ path, code }) => `${path} ${code}`))
  return validateSeasonPlan(changedPlan(plan, change)).filter(
    ({ path, code }) => !before.has(`${path} ${code}`),
  )
}

/** Switching off a mission that other calls complete would stop nothing. */
function elsewhereProblems({ missions }: SeasonPlan, missionId: number): PlanProblem[] {
  const at = missions.findIndex((mission) => mission.missionId === missionId)
  const type = missions[at]?.type
  if (!type || !rulesOf(type).isCountedElsewhere) return []
  const text = `Mission ${missionId} is counted elsewhere: stop the sale of the products or change the invite terms`
  const values = { mission: missionId }
  return [planProblem(`missions.${at}.enabled`, 'CHANGE_MISSION_ELSEWHERE', text, values)]
}

/** A reward changes from the next programme day on. */
function dayProblems({ endAt }: SeasonPlan, now: Date): PlanProblem[] {
  if (startOfNextDay(now) < new Date(endAt)) return []
  const text = 'A reward changes from the next programme day, and the season has none left'
  return [planProblem('endAt', 'CHANGE_NO_DAY_LEFT', text, { endAt })]
}

async function extensionProblems(
  db: Db,
  season: DraftRow,
  extension: {
    plan: SeasonPlan
    change: Extract<LiveChange, { kind: 'EXTEND' }>
    invites: InviteXp | undefined
  },
): Promise<PlanProblem[]> {
  const { plan, change, invites } = extension
  if (new Date(change.endAt).getTime() !== season.endAt.getTime()) {
    const endAt = season.endAt.toISOString()
    const text = `The season ends at ${endAt} by now`
    return [planProblem('endAt', 'CHANGE_END_MOVED', text, { endAt })]
  }
  const after = changedPlan(plan, change)
  const endAt = new Date(after.endAt)
  const other = await findOverlapping(db, { startAt: season.startAt, endAt, except: season.id })
  // Nobody can raise the budget of a published season, so that further days have to fit into it.
  if (!other) return validateSeasonCost(after, invites)
  const startAt = other.startAt.toISOString()
  const text = `Season ${other.id}, ${other.title.en}, begins at ${startAt}`
  const values = { season: other.id, title: other.title.en, startAt }
  return [planProblem('endAt', 'CHANGE_OVERLAPS', text, values)]
}

type Writing = {
  season: DraftRow
  plan: SeasonPlan
  after: SeasonPlan
  change: Applied
  now: Date
}

async function write(tx: Db, { season, plan, after, change, now }: Writing): Promise<void> {
  const seasonId = season.id
  switch (change.kind) {
    case 'MISSION_OFF':
    case 'MISSION_ON':
      return setEnabled(tx, { ...change, seasonId }, change.kind === 'MISSION_ON')
    case 'PAUSE':
    case 'RESUME':
      return setPaused(tx, seasonId, change.kind === 'PAUSE' ? now : null)
    case 'TEXTS':
      await setTexts(tx, seasonId, {
        title: after.title,
        description: after.description,
        imageUrl: after.imageUrl,
      })
      for (const texts of change.missions ?? []) await setMissionTexts(tx, seasonId, texts)
      if (change.banners) await replaceBanners(tx, seasonId, change.banners)
      return
    case 'MISSION_LIMIT': {
      const { missionId, maxCompletions } = change
      const before = plan.missions.find((mission) => mission.missionId === missionId)
      const limits = { before: before?.maxCompletions ?? maxCompletions, after: maxCompletions }
      return raiseLimit(tx, { seasonId, missionId }, limits)
    }
    case 'MISSION_REWARD': {
      const { missionId, rewardXp } = change
      const fromDay = programmeDayOf(startOfNextDay(now))
      return saveReward(tx, { seasonId, missionId, rewardXp, fromDay })
    }
    case 'EXTEND':
      return extend(tx, seasonId, new Date(after.endAt))
    case 'POOL':
    case 'THRESHOLD':
    case 'ROUND':
      throw new Error('A promise to members was to be changed')
  }
}

/** Settlement and expiry follow the new end. */
async function extend(tx: Db, seasonId: number, endAt: Date): Promise<void> {
  const roundId = await moveEnd(tx, seasonId, endAt)
  const settleAt = new Date(endAt.getTime() + SETTLE_AFTER_MS)
  await moveJob(tx, `${SETTLE_ROUND}:${roundId}`, settleAt)
  const expireAt = new Date(endAt.getTime() + REWARD_GRACE_MS)
  await moveJob(tx, `${EXPIRE_REWARDS}:${seasonId}`, expireAt)
}

export async function liveView(
  tx: Db,
  { id, state, revision }: Pick<DraftRow, 'id' | 'state' | 'revision'>,
): Promise<LiveSeason> {
  const live = await findLive(tx, id)
  if (!live) throw refuse(Code.NOT_FOUND)
  return {
    seasonId: id,
    state,
    revision,
    endAt: live.endAt.toISOString(),
    paused: live.pausedAt !== null,
    missionsOff: live.missionsOff,
  }
}
