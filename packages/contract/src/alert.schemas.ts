import { z } from 'zod'
import { ALERT_SETTINGS, isTimeZone } from '@solstice/rules/alert'
import { cursorPageOf, pathId, timeCursorQuery } from './paging.ts'
import { id, time } from './schema.ts'

/** A deposit in the wallet: the newest one, and the number of others that the alert covers. */
export const deposit = z.strictObject({
  amount: z.string(),
  symbol: z.string(),
  network: z.string(),
  more: z.int().min(0),
})

/** A reward that can be claimed. */
export const readyReward = z.strictObject({ amount: z.string(), symbol: z.string() })

const alert = z.object({
  alarmId: id,
  code: z.string(),
  title: z.string(),
  content: z.string(),
  data: z.object({
    seasonId: id.optional(),
    historyId: id.optional(),
    holdId: id.optional(),
    deposit: deposit.optional(),
    reward: readyReward.optional(),
  }),
  read: z.boolean(),
  createdAt: time,
})

const setting = z.object({
  id,
  type: z.enum(ALERT_SETTINGS.map(({ type }) => type)),
  enabled: z.boolean(),
})

/** A time of day such as 08:30. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+\-/]+$/)
  .refine(isTimeZone, 'invalid time zone')

const quietHours = z.object({
  enabled: z.boolean(),
  from: clockTime,
  to: clockTime,
  timeZone: z.string(),
})

const markedRead = z.object({ read: z.literal(true) })

/** Query values arrive as text. */
const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true')

export const alertSchemas = {
  'alert.list': {
    query: z.object({ ...timeCursorQuery, read: booleanText.optional() }),
    data: cursorPageOf(alert).extend({
      unreadCount: z.int().min(0),
      unreadNoticeCount: z.int().min(0),
    }),
  },
  'alert.read': { params: z.strictObject({ id: pathId }), data: markedRead },
  'alert.readAll': { data: markedRead },
  'alert.settings': { data: z.object({ list: z.array(setting) }) },
  'alert.changeSetting': {
    params: z.strictObject({ id: pathId }),
    body: z.strictObject({ enabled: z.boolean() }),
    data: setting,
  },
  'alert.quietHours': { data: quietHours },
  'alert.changeQuietHours': {
    body: z.strictObject({
      enabled: z.boolean().optional(),
      from: clockTime.optional(),
      to: clockTime.optional(),
      timeZone: timeZone.optional(),
    }),
    data: quietHours,
  },
} as const
