import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AlertSetting } from '@solstice/rules/alert'
import { instant } from '#/platform/process/columns.ts'

export const alertSettings = pgTable(
  'alert_settings',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    type: text().$type<AlertSetting>().notNull(),
    enabled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.type] })],
)

export const quietHours = pgTable('quiet_hours', {
  memberId: bigint('member_id', { mode: 'number' }).primaryKey(),
  enabled: boolean().notNull(),
  fromMinute: integer('from_minute').notNull(),
  toMinute: integer('to_minute').notNull(),
  timeZone: text('time_zone').notNull(),
})

export const reminders = pgTable(
  'reminders',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    remindedAt: instant('reminded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.name] })],
)
