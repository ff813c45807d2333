import { z } from 'zod'
import { LANGUAGES } from './messages.ts'
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

const shownTexts = z.object({ en: z.string(), ko: z.string() })

const published = z.object({
  noticeId: id,
  type: noticeType,
  title: shownTexts,
  content: shownTexts,
  publishedAt: time,
  withdrawnAt: time.nullable(),
})

/** An empty audience includes all members. */
const audience = {
  language: z.enum(LANGUAGES).optional(),
  /** Selects members with or without a registered wallet. */
  wallet: z.enum(['yes', 'no']).optional(),
  joinedFrom: time.optional(),
  joinedBefore: time.optional(),
}

const reach = {
  members: z.int().min(0),
  devices: z.int().min(0),
}

const campaign = z.object({
  campaignId: id,
  noticeId: id,
  code: z.string(),
  title: z.string(),
  audience: z.object(audience),
  startedBy: z.string(),
  dueAt: time,
  state: z.enum(['WAITING', 'SENDING', 'DONE', 'CANCELLED']),
  /** The number of targeted devices so far, and the results. */
  devices: z.int().min(0),
  sent: z.int().min(0),
  waiting: z.int().min(0),
  dropped: z.int().min(0),
})

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
      title: texts(100),
      content: texts(4000),
      publishedAt: time.optional(),
      reason: auditReason.optional(),
    }),
    data: published,
  },
  'notice.listAll': { query: z.strictObject(pageQuery), data: pageOf(published) },
  'notice.withdraw': {
    params: z.strictObject({ noticeId: pathId }),
    body: z.strictObject({ reason: auditReason }),
    data: published,
  },
  'notice.countAudience': {
    query: z.strictObject(audience),
    data: z.object({
      ...reach,
      /** Members excluded because they disabled notices, with their devices. */
      switchedOff: z.object(reach),
      /** True if the numbers are estimated from a sample, as they are for very many devices. */
      isEstimate: z.boolean(),
    }),
  },
  'notice.startCampaign': {
    body: z.strictObject({
      noticeId: id,
      audience: z.strictObject(audience).default({}),
      dueAt: time.optional(),
      reason: auditReason.optional(),
    }),
    data: campaign,
  },
  'notice.listCampaigns': { query: z.strictObject(pageQuery), data: pageOf(campaign) },
} as const
