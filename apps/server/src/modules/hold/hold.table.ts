import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { HoldSignal } from '@solstice/rules/hold/evidence'
import { HOLD_ANSWERS, HOLD_STATES } from '@solstice/rules/hold/hold'
import { LINK_KINDS } from '@solstice/rules/hold/links'
import { instant } from '#/platform/process/columns.ts'

export const holdLinks = pgTable(
  'hold_links',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    /** A keyed fingerprint. */
    key: text().notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.key] })],
)

export const holds = pgTable('holds', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  /** Holds of members who are linked to each other have the same group. */
  groupId: bigint('group_id', { mode: 'number' }).notNull(),
  state: text({ enum: HOLD_STATES }).notNull(),
  score: integer().notNull(),
  signals: text().array().$type<HoldSignal[]>().notNull(),
  /** The number of members to whom the held one was linked. */
  peers: integer().notNull(),
  openedAt: instant('opened_at').notNull(),
  until: instant('until').notNull(),
  endedAt: instant('ended_at'),
  appeal: text(),
  appealedAt: instant('appealed_at'),
  /** The time of the first decision after the appeal. */
  answeredAt: instant('answered_at'),
})

export const holdPeers = pgTable(
  'hold_peers',
  {
    holdId: bigint('hold_id', { mode: 'number' }).notNull(),
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    signals: text().array().$type<HoldSignal[]>().notNull(),
    score: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.holdId, table.memberId] })],
)

export const holdDecisions = pgTable('hold_decisions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  holdId: bigint('hold_id', { mode: 'number' }).notNull(),
  decision: text({ enum: ['RELEASE', 'UPHOLD'] }).notNull(),
  answer: text({ enum: HOLD_ANSWERS }).notNull(),
  reason: text().notNull(),
  until: instant('until'),
  decidedBy: text('decided_by').notNull(),
  decidedAt: instant('decided_at').notNull(),
})

export const holdMonths = pgTable('hold_months', {
  month: text().primaryKey(),
  held: integer().notNull().default(0),
  released: integer().notNull().default(0),
  upheld: integer().notNull().default(0),
  /** Only those that nobody decided. */
  lapsed: integer().notNull().default(0),
  appealed: integer().notNull().default(0),
  reversed: integer().notNull().default(0),
})
