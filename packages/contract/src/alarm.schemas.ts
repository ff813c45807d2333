import { ALARM_RULES } from '@solstice/rules/alarm'
import { z } from 'zod'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { auditReason, id, time } from './schema.ts'

const alarm = z.object({
  alarmId: id,
  rule: z.enum(ALARM_RULES),
  /** Names what the alarm is about, such as `season:4`; empty for the whole system. */
  subject: z.string(),
  severity: z.enum(['CRITICAL', 'WARNING']),
  /** Numbers and names for the text of the alarm. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  raisedAt: time,
  clearedAt: time.nullable(),
  acknowledged: z.object({ by: z.string(), at: time, note: z.string() }).nullable(),
})

export const alarmSchemas = {
  'alarm.list': {
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['open', 'cleared']).default('open'),
    }),
    data: pageOf(alarm),
  },
  'alarm.acknowledge': {
    params: z.strictObject({ alarmId: pathId }),
    body: z.strictObject({ reason: auditReason }),
    data: alarm,
  },
} as const
