import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { CallData } from '@solstice/contract/wire'
import type { PushCode } from '@solstice/rules/alert'
import type { DropReason, Moment } from '@solstice/rules/campaign'
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
  publishedBy: text('published_by'),
  changedAt: instant('changed_at'),
})

/** The filter for the recipients of a campaign; without criteria it matches all members. */
export type Audience = {
  language?: 'en' | 'ko' | undefined
  wallet?: 'yes' | 'no' | undefined
  joinedFrom?: string | undefined
  joinedBefore?: string | undefined
  seasonId?: number | undefined
  tierId?: number | undefined
  lastCheckInBefore?: string | undefined
  bought?: 'yes' | 'no' | undefined
}

/** The results of a hold-out share as measured last. */
export type StoredEffect = NonNullable<CallData<'notice.showCampaign'>['effect']>

export const campaigns = pgTable('campaigns', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
  code: text().$type<PushCode>().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  startedBy: text('started_by').notNull(),
  createdAt: instant('created_at').notNull(),
  dueAt: instant('due_at').notNull(),
  /** The notice appears at the moment of the campaign, and moves with it. */
  movesNotice: boolean('moves_notice').notNull().default(false),
  cursor: bigint({ mode: 'number' }).notNull().default(0),
  addressedAt: instant('addressed_at'),
  cancelledAt: instant('cancelled_at'),
  /** Not used any more; processes of the previous release name both until they are restarted. */
  pastSent: integer('past_sent').notNull().default(0),
  pastDropped: integer('past_dropped').notNull().default(0),
  /** Members to whom any of these facts applies are left out. */
  exclude: jsonb().$type<Audience>().notNull().default({}),
  moment: jsonb().$type<Moment>(),
  holdOutPercent: smallint('hold_out_percent').notNull().default(0),
  /** Decides with the id of a member whether the member is held out. */
  seed: text().notNull().default(''),
  expectedMembers: integer('expected_members'),
  memberLimit: integer('member_limit'),
  testedAt: instant('tested_at'),
  begunAt: instant('begun_at'),
  stoppedFor: text('stopped_for', { enum: ['OPERATOR', 'NOTICE', 'LIMIT'] }),
  members: integer().notNull().default(0),
  heldOut: integer('held_out').notNull().default(0),
  /** Devices of the audience whose members disabled notices. */
  switchedOff: integer('switched_off').notNull().default(0),
  effect: jsonb().$type<StoredEffect>(),
})

/** Members whose actions are compared: those held out and a sample of those reached. */
export const campaignSubjects = pgTable(
  'campaign_subjects',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    isHeldOut: boolean('is_held_out').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.memberId] })],
)

/** The results of a campaign by hour and reason, written by triggers as its counts are. */
export const campaignOutcomes = pgTable(
  'campaign_outcomes',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    hour: instant('hour').notNull(),
    outcome: text().$type<'SENT' | DropReason>().notNull(),
    slot: smallint().notNull(),
    deliveries: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.hour, table.outcome, table.slot] })],
)

/** How many members have read a notice, by hour, written by a trigger. */
export const noticeReadCounts = pgTable(
  'notice_read_counts',
  {
    noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
    hour: instant('hour').notNull(),
    slot: smallint().notNull(),
    reads: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeId, table.hour, table.slot] })],
)

/** Tests of texts that operators sent to their own phones. */
export const noticeTests = pgTable('notice_tests', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  textHash: text('text_hash').notNull(),
  operatorId: bigint('operator_id', { mode: 'number' }).notNull(),
  sentAt: instant('sent_at').notNull(),
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
