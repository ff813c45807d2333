import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Deposit, ReadyReward } from '@solstice/contract/alert-texts'
import type { AlertCode } from '@solstice/rules/alert'
import { instant } from '#/platform/process/columns.ts'

export type AlertData = {
  seasonId?: number
  historyId?: number
  holdId?: number
  deposit?: Deposit
  reward?: ReadyReward
  /**
   * The address of a connected wallet. The text of the alert names both fields; pushes do not
   * contain them.
   */
  address?: string
  pausedUntil?: string
}

export const alerts = pgTable('alerts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: bigint('member_id', { mode: 'number' }).notNull(),
  code: text().$type<AlertCode>().notNull(),
  data: jsonb().$type<AlertData>().notNull(),
  createdAt: instant('created_at').notNull(),
  readAt: instant('read_at'),
  usefulUntil: instant('useful_until'),
  /** Why no push was prepared; null if one was, and for alerts of earlier versions. */
  pushSkipped: text('push_skipped', {
    enum: ['SWITCHED_OFF', 'NO_DEVICE', 'EXPIRED', 'DEVICE_GONE'],
  }),
})
