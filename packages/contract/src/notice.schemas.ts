import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { auditReason, id, time } from './schema.ts'

export const noticeType = z.enum(['NOTICE', 'EVENT', 'MAINTENANCE'])

const notice = z.object({
  notificationId: id,
  type: noticeType,
  title: z.string(),
  content: z.string(),
  read: z.boolean(),
  createdAt: time,
})

/** Allows line breaks, but no other control characters and no unpaired surrogates. */
const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)+$/u)

const texts = (maxLength: number) => z.strictObject({ en: text(maxLength), ko: text(maxLength) })

/** The most characters of a notice; a push shows the beginning of its text. */
export const NOTICE_TITLE_MAX = 100
export const NOTICE_CONTENT_MAX = 4000

/** The texts of a notice in both languages. */
export const noticeTexts = {
  title: texts(NOTICE_TITLE_MAX),
  content: texts(NOTICE_CONTENT_MAX),
}

export const shownTexts = z.object({ en: z.string(), ko: z.string() })

const published = z.object({
  noticeId: id,
  type: noticeType,
  title: shownTexts,
  content: shownTexts,
  publishedAt: time,
  withdrawnAt: time.nullable(),
  /** The operator, or null for a notice of an earlier release. */
  publishedBy: z.string().nullable(),
  /** When it was changed for the last time, before members could read it. */
  changedAt: time.nullable(),
  /** The members who have read it. */
  reads: z.int().min(0),
})

export const campaignState = z.enum(['WAITING', 'SENDING', 'DONE', 'CANCELLED'])

const markedRead = z.object({ read: z.literal(true) })

export const noticeSchemas = {
  'notice.list': {
    query: z.object({ ...pageQuery, type: noticeType.optional() }),
    data: pageOf(notice),
  },
  'notice.read': { params: z.strictObject({ id: pathId }), data: markedRead },
  'notice.readAll': { data: markedRead },
  'notice.publish': {
    body: z.strictObject({
      type: noticeType.default('NOTICE'),
      ...noticeTexts,
      publishedAt: time.optional(),
      reason: auditReason.optional(),
    }),
    data: published,
  },
  'notice.listAll': {
    query: z.strictObject({
      ...pageQuery,
      type: noticeType.optional(),
      state: z.enum(['SCHEDULED', 'PUBLISHED', 'WITHDRAWN']).optional(),
    }),
    data: pageOf(published),
  },
  'notice.show': {
    params: z.strictObject({ noticeId: pathId }),
    data: published.extend({
      campaigns: z.array(
        z.object({ campaignId: id, dueAt: time, state: campaignState, members: z.int().min(0) }),
      ),
    }),
  },
  'notice.change': {
    params: z.strictObject({ noticeId: pathId }),
    body: z.strictObject({
      type: noticeType.optional(),
      title: noticeTexts.title.optional(),
      content: noticeTexts.content.optional(),
      publishedAt: time.optional(),
      reason: auditReason.optional(),
    }),
    data: published,
  },
  'notice.withdraw': {
    params: z.strictObject({ noticeId: pathId }),
    body: z.strictObject({ reason: auditReason }),
    data: published,
  },
} as const
