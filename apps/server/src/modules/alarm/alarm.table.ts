import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Alarm, AlarmRule } from '@solstice/rules/alarm'
import { instant } from '#/platform/process/columns.ts'

export const alarms = pgTable('alarms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  rule: text().$type<AlarmRule>().notNull(),
  subject: text().notNull(),
  severity: text({ enum: ['CRITICAL', 'WARNING'] }).notNull(),
  details: jsonb().$type<Alarm['values']>().notNull(),
  raisedAt: instant('raised_at').notNull(),
  clearedAt: instant('cleared_at'),
  acknowledgedBy: bigint('acknowledged_by', { mode: 'number' }),
  acknowledgedAt: instant('acknowledged_at'),
  note: text(),
})

/** CLEARED is sent to the webhook only. */
export const ALARM_EVENTS = ['WARNING', 'CRITICAL', 'CLEARED'] as const

export const alarmNotices = pgTable(
  'alarm_notices',
  {
    alarmId: bigint('alarm_id', { mode: 'number' }).notNull(),
    /** `operator:7` or `webhook`. */
    target: text().notNull(),
    event: text({ enum: ALARM_EVENTS }).notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [primaryKey({ columns: [table.alarmId, table.target, table.event] })],
)
