import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { NOTICE_TTL_MS } from '@solstice/rules/alert'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { cancelCampaignsOf, findCampaignsOf, hasOpenCampaign } from './campaign.queries.ts'
import { campaignView } from './campaign-view.ts'
import { eraseCampaignSubjects } from './effect.service.ts'
import {
  deleteNoticeReads,
  findAllNotices,
  findNotice,
  findVisibleNotices,
  insertNotice,
  lockNotice,
  markAllNoticesRead,
  markNoticeRead,
  updateNotice,
  withdrawNoticeRow,
  type NoticeRow,
} from './notice.queries.ts'
import { countReads } from './outcome.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Published = CallData<'notice.publish'>

const sinceOf = (now: Date) => new Date(now.getTime() - NOTICE_TTL_MS)

export async function listNotices(
  ctx: Context,
  query: PageQuery & { type?: NoticeRow['type'] | undefined },
  reader: { memberId: number | undefined; language: Language },
): Promise<CallData<'notice.list'>> {
  const { page, size, type } = query
  const now = ctx.now()
  const { rows, totalCount } = await findVisibleNotices(
    ctx.db,
    { since: sinceOf(now), now, type, memberId: reader.memberId },
    { size, offset: offsetOf({ page, size }) },
  )
  const list = rows.map((row) => ({
    notificationId: row.id,
    type: row.type,
    title: titleOf(row)[reader.language],
    content: contentOf(row)[reader.language],
    read: row.read,
    createdAt: row.publishedAt.toISOString(),
  }))
  return pageOf({ page, size }, list, totalCount)
}

export async function readNotice(ctx: Context, memberId: number, noticeId: number): Promise<void> {
  const now = ctx.now()
  const isThere = await markNoticeRead(ctx.db, { memberId, noticeId, since: sinceOf(now), now })
  if (!isThere) throw refuse(Code.NOT_FOUND)
}

export function readAllNotices(ctx: Context, memberId: number): Promise<void> {
  const now = ctx.now()
  return markAllNoticesRead(ctx.db, { memberId, since: sinceOf(now), now })
}

export type NoticeTexts = {
  title: { en: string; ko: string }
  content: { en: string; ko: string }
}

/** Runs in the caller's transaction, together with its audit entry. */
export function publishNotice(
  tx: Db,
  notice: NoticeTexts & { type: NoticeRow['type']; publishedAt: Date; publishedBy?: string },
): Promise<NoticeRow> {
  return insertNotice(tx, {
    type: notice.type,
    titleEn: notice.title.en,
    titleKo: notice.title.ko,
    contentEn: notice.content.en,
    contentKo: notice.content.ko,
    publishedAt: notice.publishedAt,
    publishedBy: notice.publishedBy ?? null,
  })
}

export async function publishByOperator(
  tx: Db,
  ctx: Context,
  by: Operator,
  body: NoticeTexts & { type: NoticeRow['type']; publishedAt?: string | undefined },
): Promise<Published> {
  const now = ctx.now()
  const publishedAt = body.publishedAt === undefined ? now : new Date(body.publishedAt)
  const row = await publishNotice(tx, { ...body, publishedAt, publishedBy: actorOf(by) })
  await appendAudit(tx, {
    at: now,
    actor: actorOf(by),
    action: 'notice.publish',
    subject: `notice:${row.id}`,
    data: {
      after: { type: row.type, title: row.titleEn, publishedAt: publishedAt.toISOString() },
    },
  })
  return publishedView(row, 0)
}

export async function listAllNotices(
  ctx: Context,
  { page, size, type, state }: PageQuery & CallInput<'notice.listAll'>['query'],
): Promise<CallData<'notice.listAll'>> {
  const { rows, totalCount } = await findAllNotices(
    ctx.db,
    { type, state, now: ctx.now() },
    { size, offset: offsetOf({ page, size }) },
  )
  const reads = await countReads(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const list = rows.map((row) => publishedView(row, reads.get(row.id) ?? 0))
  return pageOf({ page, size }, list, totalCount)
}

async function viewOf(db: Db, row: NoticeRow): Promise<Published> {
  return publishedView(row, (await countReads(db, [row.id])).get(row.id) ?? 0)
}

export async function showNotice(ctx: Context, noticeId: number): Promise<CallData<'notice.show'>> {
  const row = await findNotice(ctx.db, noticeId)
  if (!row) throw refuse(Code.NOT_FOUND)
  const campaigns = await findCampaignsOf(ctx.db, noticeId)
  return {
    ...(await viewOf(ctx.db, row)),
    campaigns: campaigns.map((campaign) => {
      const { campaignId, dueAt, state } = campaignView(campaign)
      return { campaignId, dueAt, state, members: campaign.members }
    }),
  }
}

type Change = CallInput<'notice.change'>['body']

/** Changes a notice that members cannot read yet, unless a campaign waits to send its text. */
export function changeNotice(
  ctx: Context,
  by: Operator,
  { noticeId, reason, ...change }: Change & { noticeId: number },
): Promise<Published> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const before = await lockNotice(tx, noticeId)
    if (!before || before.withdrawnAt) throw refuse(Code.NOT_FOUND)
    if (before.publishedAt <= now) throw refuse(Code.NOTICE_PUBLISHED)
    const after = {
      type: change.type ?? before.type,
      titleEn: change.title?.en ?? before.titleEn,
      titleKo: change.title?.ko ?? before.titleKo,
      contentEn: change.content?.en ?? before.contentEn,
      contentKo: change.content?.ko ?? before.contentKo,
      publishedAt:
        change.publishedAt === undefined ? before.publishedAt : new Date(change.publishedAt),
    }
    const isSameText = TEXT_FIELDS.every((field) => after[field] === before[field])
    // The text of a campaign was tested, and perhaps approved, as it is.
    if (!isSameText && (await hasOpenCampaign(tx, noticeId))) throw refuse(Code.CAMPAIGN_WAITS)
    const isSame =
      isSameText &&
      after.type === before.type &&
      after.publishedAt.getTime() === before.publishedAt.getTime()
    if (!isSame) {
      await updateNotice(tx, noticeId, { ...after, changedAt: now })
      await appendAudit(tx, {
        at: now,
        actor: actorOf(by),
        action: 'notice.change',
        subject: `notice:${noticeId}`,
        data: { reason, ...changeOf(auditedNotice(before), auditedNotice(after)) },
      })
    }
    const row = await findNotice(tx, noticeId)
    if (!row) throw refuse(Code.NOT_FOUND)
    return viewOf(tx, row)
  })
}

const TEXT_FIELDS = ['titleEn', 'titleKo', 'contentEn', 'contentKo'] as const

const auditedNotice = ({
  publishedAt,
  ...notice
}: Pick<NoticeRow, (typeof TEXT_FIELDS)[number] | 'type' | 'publishedAt'>) => ({
  type: notice.type,
  titleEn: notice.titleEn,
  titleKo: notice.titleKo,
  contentEn: notice.contentEn,
  contentKo: notice.contentKo,
  publishedAt: publishedAt.toISOString(),
})

/** Withdraws a notice. Repeating it changes nothing and is not audited again. */
export function withdrawNotice(
  ctx: Context,
  by: Operator,
  { noticeId, reason }: { noticeId: number; reason: string },
): Promise<Published> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    if (await withdrawNoticeRow(tx, noticeId, now)) {
      await cancelCampaignsOf(tx, noticeId, now)
      await appendAudit(tx, {
        at: now,
        actor: actorOf(by),
        action: 'notice.withdraw',
        subject: `notice:${noticeId}`,
        data: { reason, before: { state: 'PUBLISHED' }, after: { state: 'WITHDRAWN' } },
      })
    }
    const row = await findNotice(tx, noticeId)
    if (!row) throw refuse(Code.NOT_FOUND)
    return viewOf(tx, row)
  })
}

function publishedView(row: NoticeRow, reads: number): Published {
  return {
    noticeId: row.id,
    type: row.type,
    title: titleOf(row),
    content: contentOf(row),
    publishedAt: row.publishedAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    publishedBy: row.publishedBy,
    changedAt: row.changedAt?.toISOString() ?? null,
    reads,
  }
}

const titleOf = ({ titleEn, titleKo }: NoticeRow) => ({ en: titleEn, ko: titleKo })
const contentOf = ({ contentEn, contentKo }: NoticeRow) => ({ en: contentEn, ko: contentKo })

/** Deletes the member's read marks and groups of campaigns as part of the account deletion. */
export async function eraseNoticeReads(tx: Db, memberId: number): Promise<void> {
  await deleteNoticeReads(tx, memberId)
  await eraseCampaignSubjects(tx, memberId)
}
