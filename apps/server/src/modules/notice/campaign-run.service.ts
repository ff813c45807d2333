import { beginningOf } from '@solstice/rules/campaign'
import { groupOf, nextMeasurementAt } from '@solstice/rules/hold-out'
import { decideDevices, queueDeliveries, type Decided } from '#/modules/push/push.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { findAudience } from './audience.queries.ts'
import {
  endAtLimit,
  findTimes,
  hasBegun,
  lockCampaign,
  lockNoticeOf,
  updateProgress,
} from './campaign.queries.ts'
import { RUN_CAMPAIGN, type RunCampaign } from './campaign.service.ts'
import { firstRunAt } from './campaign-times.ts'
import { MEASURE_CAMPAIGN } from './effect.service.ts'
import { movePublication } from './notice.queries.ts'
import { insertSubjects } from './outcome.queries.ts'

type Campaign = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>

/** The number of devices examined per transaction. */
const BATCH_SIZE = 1000

/**
 * Creates the deliveries for one batch of devices. The cursor, the deliveries and the job for the
 * next batch are committed together, so a worker may crash at any point.
 */
export function addressBatch(ctx: AppContext, campaignId: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await hasBegun(tx, campaignId))) await lockNoticeOf(tx, campaignId)
    const locked = await lockCampaign(tx, campaignId)
    if (!locked || locked.cancelledAt || locked.addressedAt) return
    const campaign = await begin(tx, ctx, locked)
    if (!campaign) return
    const { audience, exclude, cursor } = campaign
    const { devices, lastId } = await findAudience(
      tx,
      { audience, exclude },
      { afterId: cursor, size: BATCH_SIZE },
    )
    const now = ctx.now()
    const decided = await decide(tx, ctx, campaign, devices)
    if (isAboveLimit(campaign, decided)) return stopAtLimit(tx, campaign, now)
    const counts = await address(tx, ctx, campaign, decided)
    if (lastId === undefined) {
      await updateProgress(tx, campaignId, { ...counts, addressedAt: now })
      return queueMeasurement(tx, campaign, now)
    }
    await updateProgress(tx, campaignId, { ...counts, cursor: lastId })
    await queueRun(tx, campaignId, { dueAt: now, now, step: `${lastId}` })
  })
}

async function queueRun(
  tx: Db,
  campaignId: number,
  { dueAt, now, step }: { dueAt: Date; now: Date; step: string },
): Promise<void> {
  const payload: RunCampaign = { campaignId }
  const key = `${RUN_CAMPAIGN}:${campaignId}:${step}`
  await enqueue(tx, RUN_CAMPAIGN, { payload, dueAt, now, key })
}

/**
 * Begins a campaign whose time has come, or waits for the time that follows from its season and its
 * notice as they are now. Returns the campaign once it has begun.
 */
async function begin(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaign: Campaign,
): Promise<Campaign | undefined> {
  if (campaign.begunAt) return campaign
  const now = ctx.now()
  const { id, moment, createdAt } = campaign
  const beginsAt = await beginningNow(tx, campaign, now)
  if (!beginsAt || beginsAt > now) {
    const dueAt = firstRunAt(beginsAt ?? new Date(8.64e15), now)
    // A campaign without a moment waits only for its notice.
    const runAt = moment || !beginsAt ? dueAt : beginsAt
    if (beginsAt) await updateProgress(tx, id, { dueAt: beginsAt })
    await queueRun(tx, id, { dueAt: runAt, now, step: `wait:${runAt.getTime()}` })
    return undefined
  }
  // A moment that had passed before the campaign was started must not make its pushes expire.
  const dueAt = beginsAt < createdAt ? createdAt : beginsAt
  await updateProgress(tx, id, { begunAt: now, dueAt })
  return { ...campaign, begunAt: now, dueAt }
}

/**
 * Returns when a campaign begins, by the present times of its season and its notice. A notice that
 * appears with the push moves with it, so that nobody reads it before.
 */
async function beginningNow(tx: Db, campaign: Campaign, now: Date): Promise<Date | undefined> {
  const { id, noticeId, moment, dueAt, movesNotice } = campaign
  const times = await findTimes(tx, id)
  if (!times) throw new Error('The campaign has no notice')
  const { momentAt, publishedAt } = times
  const at = moment ? momentAt : dueAt
  if (!at) return undefined
  const offsetMinutes = moment?.offsetMinutes ?? 0
  if (!movesNotice || publishedAt <= now) return beginningOf({ at, offsetMinutes, publishedAt })
  if (+publishedAt !== +dueAt) {
    // An operator gave the notice another time, which stays.
    await updateProgress(tx, id, { movesNotice: false })
    return beginningOf({ at, offsetMinutes, publishedAt })
  }
  const beginsAt = beginningOf({ at, offsetMinutes })
  await movePublication(tx, noticeId, { from: publishedAt, to: beginsAt })
  return beginsAt
}

type Device = Awaited<ReturnType<typeof findAudience>>['devices'][number]

const countOf = (devices: readonly Pick<Device, 'isFirst'>[]) =>
  devices.filter(({ isFirst }) => isFirst).length

type DecidedDevice = Decided<Device>

const willSend = ({ decision }: DecidedDevice) => decision.kind === 'send'

function decide(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { id, code, dueAt }: Campaign,
  devices: readonly Device[],
): Promise<DecidedDevice[]> {
  const push = { code, createdAt: dueAt }
  const fact = { campaignId: id }
  return decideDevices(
    tx,
    ctx,
    devices.map((device) => ({ ...device, push, fact })),
  )
}

/**
 * The audience may have grown since somebody decided how many members the campaign reaches. Members
 * who switched pushes off were not counted then.
 */
function isAboveLimit(
  { members, heldOut, memberLimit }: Campaign,
  decided: readonly DecidedDevice[],
): boolean {
  const next = countOf(decided.filter(willSend))
  return memberLimit !== null && members + heldOut + next > memberLimit
}

async function stopAtLimit(tx: Db, { id, memberLimit }: Campaign, now: Date): Promise<void> {
  await endAtLimit(tx, id, now)
  await appendAudit(tx, {
    at: now,
    actor: 'system',
    action: 'campaign.limit',
    subject: `campaign:${id}`,
    data: { after: { state: 'CANCELLED', memberLimit } },
  })
}

/** Queues the pushes of members who are not held out, and returns the new totals. */
async function address(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaign: Campaign,
  decided: readonly DecidedDevice[],
): Promise<Pick<Campaign, 'members' | 'heldOut' | 'switchedOff'>> {
  const { id, seed, holdOutPercent: percent, expectedMembers } = campaign
  const holdOut = { seed, percent, members: expectedMembers ?? 0 }
  const grouped = decided
    .filter(willSend)
    .map((each) => ({ ...each, group: groupOf(holdOut, each.memberId) }))
  const reached = grouped.filter(({ group }) => !group.isHeldOut)
  const heldOut = grouped.filter(({ group }) => group.isHeldOut)
  await queueDeliveries(tx, ctx, reached)
  const subjects = new Map(
    grouped
      .filter(({ group }) => group.isMeasured)
      .map(({ memberId, group }) => [memberId, { memberId, isHeldOut: group.isHeldOut }]),
  )
  await insertSubjects(tx, id, [...subjects.values()], ctx.now())
  return {
    members: campaign.members + countOf(reached),
    heldOut: campaign.heldOut + countOf(heldOut),
    switchedOff:
      campaign.switchedOff +
      decided.filter(({ decision }) => decision.kind === 'skip' && decision.why === 'switched off')
        .length,
  }
}

async function queueMeasurement(tx: Db, campaign: Campaign, now: Date): Promise<void> {
  const { id, begunAt, holdOutPercent } = campaign
  const dueAt = begunAt && holdOutPercent > 0 ? nextMeasurementAt(begunAt, now) : undefined
  if (!dueAt) return
  const key = `${MEASURE_CAMPAIGN}:${id}:${dueAt.getTime()}`
  await enqueue(tx, MEASURE_CAMPAIGN, { payload: { campaignId: id }, dueAt, now, key })
}
