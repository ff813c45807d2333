import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { PushCode } from '@solstice/rules/alert'
import { instant } from '#/platform/process/columns.ts'

export const notices = pgTable('notices', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text({ enum: ['NOTICE', 'EVENT', 'MAINTENANCE'] }).notNull(),
  titleEn: text('title_en').notNull(),
  titleKo: text('title_ko').notNull(),
  contentEn: text('content_en').notNull(),
  contentKo: text('content_ko').notNull(),
  publishedAt: instant('published_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
})

/** The filter for the recipients of a campaign; without criteria it matches all members. */
export type Audience = {
  language?: 'en' | 'ko' | undefined
  wallet?: 'yes' | 'no' | undefined
  joinedFrom?: string | undefined
  joinedBefore?: string | undefined
}

export const campaigns = pgTable('campaigns', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
  code: text().$type<PushCode>().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  startedBy: text('started_by').notNull(),
  createdAt: instant('created_at').notNull(),
  dueAt: instant('due_at').notNull(),
  cursor: bigint({ mode: 'number' }).notNull().default(0),
  addressedAt: instant('addressed_at'),
  cancelledAt: instant('cancelled_at'),
  /** Not used any more; processes of the previous release name both until they are restarted. */
  pastSent: integer('past_sent').notNull().default(0),
  pastDropped: integer('past_dropped').notNull().default(0),
})

/** The deliveries of a campaign by state, written by triggers; the sum over its slots is valid. */
export const campaignCounts = pgTable(
  'campaign_counts',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    slot: smallint().notNull(),
    waiting: bigint({ mode: 'number' }).notNull(),
    sent: bigint({ mode: 'number' }).notNull(),
    dropped: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.slot] })],
)

export const noticeReads = pgTable(
  'notice_reads',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.noticeId] })],
)
