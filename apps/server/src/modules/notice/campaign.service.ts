import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { addressDevices } from '#/modules/push/push.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { countAudience, findAudience, type Audience } from './audience.queries.ts'
import {
  cancelCampaignsOf,
  findCampaigns,
  insertCampaign,
  lockCampaign,
  markAddressed,
  moveCursor,
  type CampaignProgress,
  type NewCampaign,
} from './campaign.queries.ts'
import { lockNotice, withdrawNoticeRow } from './notice.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export const RUN_CAMPAIGN = 'notice.run-campaign'
export type RunCampaign = { campaignId: number }

/** The number of devices examined per transaction. */
const BATCH_SIZE = 1000

export async function audienceOf(
  ctx: Context,
  audience: Audience,
): Promise<CallData<'notice.countAudience'>> {
  const { isEstimate, reach } = await countAudience(ctx.db, audience)
  const reachOf = (isReachable: boolean) => {
    const row = reach.find((each) => each.isReachable === isReachable)
    return { members: row?.members ?? 0, devices: row?.devices ?? 0 }
  }
  return { ...reachOf(true), switchedOff: reachOf(false), isEstimate }
}

/** Starts a campaign in the transaction of the event it announces. */
export async function startCampaign(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaign: NewCampaign,
): Promise<number> {
  const now = ctx.now()
  const campaignId = await insertCampaign(tx, { ...campaign, now })
  const payload: RunCampaign = { campaignId }
  await enqueue(tx, RUN_CAMPAIGN, { payload, dueAt: campaign.dueAt, now })
  return campaignId
}

/** Withdraws the notice and cancels its unsent deliveries. */
export async function cancelCampaign(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaignId: number,
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId)
  if (!campaign) return
  const now = ctx.now()
  await withdrawNoticeRow(tx, campaign.noticeId, now)
  await cancelCampaignsOf(tx, campaign.noticeId, now)
}

export async function startByOperator(
  tx: Db,
  ctx: Context,
  by: Operator,
  body: { noticeId: number; audience: Audience; dueAt?: string | undefined },
): Promise<CallData<'notice.startCampaign'>> {
  // Lock the notice, so that a concurrent withdrawal waits and then stops this campaign.
  const notice = await lockNotice(tx, body.noticeId)
  if (!notice || notice.withdrawnAt) throw refuse(Code.NOT_FOUND)
  const requestedAt = body.dueAt === undefined ? ctx.now() : new Date(body.dueAt)
  // Do not announce a notice before members can read it.
  const dueAt = requestedAt < notice.publishedAt ? notice.publishedAt : requestedAt
  const startedBy = actorOf(by)
  const campaignId = await startCampaign(tx, ctx, {
    noticeId: notice.id,
    code: 'NOTICE',
    audience: body.audience,
    startedBy,
    dueAt,
  })
  await appendAudit(tx, {
    at: ctx.now(),
    actor: startedBy,
    action: 'campaign.start',
    subject: `campaign:${campaignId}`,
    data: {
      after: { notice: notice.id, audience: body.audience, dueAt: dueAt.toISOString() },
    },
  })
  const [row] = (await findCampaigns(tx, { id: campaignId }, { size: 1, offset: 0 })).rows
  if (!row) throw new Error('The new campaign was not found')
  return view(row)
}

export async function listCampaigns(
  ctx: Context,
  { page, size }: PageQuery,
): Promise<CallData<'notice.listCampaigns'>> {
  const { rows, totalCount } = await findCampaigns(
    ctx.db,
    {},
    { size, offset: offsetOf({ page, size }) },
  )
  return pageOf({ page, size }, rows.map(view), totalCount)
}

function view({ id, dueAt, ...row }: CampaignProgress): CallData<'notice.startCampaign'> {
  return { ...row, campaignId: id, dueAt: dueAt.toISOString() }
}

/**
 * Creates the deliveries for one batch of devices. The cursor, the deliveries and the job for the
 * next batch are committed together, so a worker may crash at any point.
 */
export function addressBatch(ctx: AppContext, campaignId: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign || campaign.cancelledAt || campaign.addressedAt) return
    const { code, audience, cursor, dueAt } = campaign
    const { devices, lastId } = await findAudience(tx, audience, {
      afterId: cursor,
      size: BATCH_SIZE,
    })
    const fact = { campaignId }
    const push = { code, createdAt: dueAt }
    await addressDevices(
      tx,
      ctx,
      devices.map((device) => ({ ...device, push, fact })),
    )
    const now = ctx.now()
    if (lastId === undefined) return markAddressed(tx, campaignId, now)
    await moveCursor(tx, campaignId, lastId)
    const payload: RunCampaign = { campaignId }
    const key = `${RUN_CAMPAIGN}:${campaignId}:${lastId}`
    await enqueue(tx, RUN_CAMPAIGN, { payload, dueAt: now, now, key })
  })
}
