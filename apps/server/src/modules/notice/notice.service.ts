import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { NOTICE_TTL_MS } from '@solstice/rules/alert'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { cancelCampaignsOf } from './campaign.queries.ts'
import {
  deleteNoticeReads,
  findAllNotices,
  findNotice,
  findVisibleNotices,
  insertNotice,
  markAllNoticesRead,
  markNoticeRead,
  withdrawNoticeRow,
  type NoticeRow,
} from './notice.queries.ts'

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
  notice: NoticeTexts & { type: NoticeRow['type']; publishedAt: Date },
): Promise<NoticeRow> {
  return insertNotice(tx, {
    type: notice.type,
    titleEn: notice.title.en,
    titleKo: notice.title.ko,
    contentEn: notice.content.en,
    contentKo: notice.content.ko,
    publishedAt: notice.publishedAt,
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
  const row = await publishNotice(tx, { ...body, publishedAt })
  await appendAudit(tx, {
    at: now,
    actor: actorOf(by),
    action: 'notice.publish',
    subject: `notice:${row.id}`,
    data: {
      after: { type: row.type, title: row.titleEn, publishedAt: publishedAt.toISOString() },
    },
  })
  return publishedView(row)
}

export async function listAllNotices(
  ctx: Context,
  { page, size }: PageQuery,
): Promise<CallData<'notice.listAll'>> {
  const { rows, totalCount } = await findAllNotices(ctx.db, {
    size,
    offset: offsetOf({ page, size }),
  })
  return pageOf({ page, size }, rows.map(publishedView), totalCount)
}

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
    return publishedView(row)
  })
}

function publishedView(row: NoticeRow): Published {
  return {
    noticeId: row.id,
    type: row.type,
    title: titleOf(row),
    content: contentOf(row),
    publishedAt: row.publishedAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }
}

const titleOf = ({ titleEn, titleKo }: NoticeRow) => ({ en: titleEn, ko: titleKo })
const contentOf = ({ contentEn, contentKo }: NoticeRow) => ({ en: contentEn, ko: contentKo })

/** Deletes the member's read marks as part of the account deletion. */
export function eraseNoticeReads(tx: Db, memberId: number): Promise<void> {
  return deleteNoticeReads(tx, memberId)
}
