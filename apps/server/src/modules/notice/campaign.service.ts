import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { beginningOf, memberLimitOf, type Moment } from '@solstice/rules/campaign'
import { currentPolicy } from '#/modules/approval/approval-gate.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { reachOf } from './audience.service.ts'
import {
  cancelCampaignsOf,
  findCampaigns,
  insertCampaign,
  lockCampaign,
  lockNoticeOf,
  stopCampaign,
  type NewCampaign,
} from './campaign.queries.ts'
import { campaignView } from './campaign-view.ts'
import { testOf } from './campaign-test.service.ts'
import { firstRunAt } from './campaign-times.ts'
import { findMoment } from './moment.queries.ts'
import { lockNotice, withdrawNoticeRow, type NoticeRow } from './notice.queries.ts'
import { publishByOperator } from './notice.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export const RUN_CAMPAIGN = 'notice.run-campaign'
export type RunCampaign = { campaignId: number }

/** Starts a campaign in the transaction of the event it announces. */
export async function startCampaign(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaign: NewCampaign,
): Promise<number> {
  const now = ctx.now()
  const campaignId = await insertCampaign(tx, { ...campaign, now })
  const payload: RunCampaign = { campaignId }
  const dueAt = campaign.moment ? firstRunAt(campaign.dueAt, now) : campaign.dueAt
  await enqueue(tx, RUN_CAMPAIGN, { payload, dueAt, now })
  return campaignId
}

/** Withdraws the notice and cancels its unsent deliveries. */
export async function cancelCampaign(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  campaignId: number,
): Promise<void> {
  const noticeId = await lockNoticeOf(tx, campaignId)
  if (noticeId === undefined) return
  const now = ctx.now()
  await withdrawNoticeRow(tx, noticeId, now)
  await cancelCampaignsOf(tx, noticeId, now)
}

type Request = CallInput<'notice.startCampaign'>['body']

type PlannedNotice = Pick<
  NoticeRow,
  'titleEn' | 'titleKo' | 'contentEn' | 'contentKo' | 'publishedAt'
> & {
  /** Undefined for a new notice, which is published with its campaign. */
  id: number | undefined
}

/** The meaning of a request for a campaign at this moment. */
export type Planned = {
  notice: PlannedNotice
  dueAt: Date
  testedAt: Date | undefined
  /** The chosen time has passed, so that a campaign that starts now is sent at once. */
  isLate: boolean
  /** The notice appears at the moment, not before and not after it. */
  movesNotice: boolean
}

/**
 * Reads the notice and the time of a requested campaign. Locks the notice, so that a concurrent
 * withdrawal waits and then stops this campaign.
 */
export async function planCampaign(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  body: Pick<Request, 'noticeId' | 'notice' | 'dueAt' | 'moment'>,
): Promise<Planned> {
  const now = ctx.now()
  const { moment } = body
  const existing = body.noticeId === undefined ? undefined : await lockNotice(tx, body.noticeId)
  if (existing?.withdrawnAt) throw refuse(Code.NOT_FOUND)
  const at = moment ? await findMoment(tx, moment) : undefined
  if (moment && !at) throw refuse(Code.NOT_FOUND)
  const requestedAt = at ?? (body.dueAt === undefined ? now : new Date(body.dueAt))
  const offsetMinutes = moment?.offsetMinutes ?? 0
  const wantedAt = beginningOf({ at: requestedAt, offsetMinutes })
  const notice = existing ?? newNotice(body, beginningOf({ at: wantedAt, publishedAt: now }))
  if (!notice) throw refuse(Code.NOT_FOUND)
  const testedAt = await testOf(tx, ctx, notice)
  const { publishedAt } = notice
  const dueAt = beginningOf({ at: requestedAt, offsetMinutes, publishedAt })
  return {
    notice,
    dueAt,
    testedAt,
    // A new notice appears now at the earliest, and the campaign of an existing one waits for it.
    isLate: (existing ? dueAt : wantedAt) < now,
    movesNotice: moment !== undefined && publishedAt > now && +wantedAt === +publishedAt,
  }
}

/** Members read a new notice when its push arrives, not before. */
function newNotice({ notice }: Pick<Request, 'notice'>, publishedAt: Date) {
  return (
    notice && {
      id: undefined,
      titleEn: notice.title.en,
      titleKo: notice.title.ko,
      contentEn: notice.content.en,
      contentKo: notice.content.ko,
      publishedAt,
    }
  )
}

/** Publishes the notice of a request that names none, in the transaction of its campaign. */
async function publishedNoticeId(
  tx: Db,
  ctx: Context,
  by: Operator,
  { body, planned }: { body: Request; planned: PlannedNotice },
): Promise<number> {
  if (planned.id !== undefined) return planned.id
  if (!body.notice) throw refuse(Code.NOT_FOUND)
  const publishedAt = planned.publishedAt.toISOString()
  const { noticeId } = await publishByOperator(tx, ctx, by, {
    ...body.notice,
    type: 'NOTICE',
    publishedAt,
  })
  return noticeId
}

export async function startByOperator(
  tx: Db,
  ctx: Context & Pick<AppContext, 'randomBytes'>,
  by: Operator,
  body: Request,
): Promise<CallData<'notice.startCampaign'>> {
  const { audience = {}, exclude = {}, holdOutPercent = 0 } = body
  const moment: Moment | undefined = body.moment && {
    ...body.moment,
    offsetMinutes: body.moment.offsetMinutes ?? 0,
  }
  const { notice, dueAt, testedAt, movesNotice } = await planCampaign(tx, ctx, body)
  const { members } = await reachOf({ ...ctx, db: tx }, { audience, exclude }, dueAt)
  const { campaignMembers: limit } = await currentPolicy(tx)
  const startedBy = actorOf(by)
  const noticeId = await publishedNoticeId(tx, ctx, by, { body, planned: notice })
  const campaignId = await startCampaign(tx, ctx, {
    noticeId,
    code: 'NOTICE',
    audience,
    exclude,
    startedBy,
    dueAt,
    ...(moment ? { moment } : {}),
    holdOutPercent,
    seed: Buffer.from(ctx.randomBytes(16)).toString('hex'),
    expectedMembers: members,
    memberLimit: memberLimitOf({ members, limit }),
    testedAt: testedAt ?? null,
    movesNotice,
  })
  await appendAudit(tx, {
    at: ctx.now(),
    actor: startedBy,
    action: 'campaign.start',
    subject: `campaign:${campaignId}`,
    data: {
      after: {
        notice: noticeId,
        audience,
        exclude,
        dueAt: dueAt.toISOString(),
        moment: moment ?? null,
        holdOutPercent,
        members,
        tested: testedAt !== undefined,
      },
    },
  })
  return oneCampaign(tx, campaignId)
}

async function oneCampaign(tx: Db, id: number): Promise<CallData<'notice.startCampaign'>> {
  const [row] = (await findCampaigns(tx, { id }, { size: 1, offset: 0 })).rows
  if (!row) throw refuse(Code.NOT_FOUND)
  return campaignView(row)
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
  return pageOf({ page, size }, rows.map(campaignView), totalCount)
}

/** Stops a campaign; its notice stays. Repeating it changes nothing and is not audited again. */
export function stopByOperator(
  ctx: Context,
  by: Operator,
  { campaignId, reason }: { campaignId: number; reason: string },
): Promise<CallData<'notice.cancelCampaign'>> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    // A worker that addresses the next devices waits, and then addresses none.
    if (!(await lockCampaign(tx, campaignId))) throw refuse(Code.NOT_FOUND)
    if (await stopCampaign(tx, campaignId, now)) {
      await appendAudit(tx, {
        at: now,
        actor: actorOf(by),
        action: 'campaign.stop',
        subject: `campaign:${campaignId}`,
        data: { reason, after: { state: 'CANCELLED' } },
      })
    }
    return oneCampaign(tx, campaignId)
  })
}
