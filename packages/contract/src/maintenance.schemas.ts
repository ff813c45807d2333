import { z } from 'zod'
import { pageOf, pageQuery } from './paging.ts'
import { auditReason, time } from './schema.ts'

export const MAINTENANCE_TEXT_MAX = 500
export const MAINTENANCE_MINUTES_MAX = 7 * 24 * 60

const sentence = z
  .string()
  .max(MAINTENANCE_TEXT_MAX)
  .refine((text) => text.isWellFormed(), 'half a character')

const texts = z.strictObject({ en: sentence, ko: sentence })

const settings = {
  enabled: z.boolean(),
  title: z.object({ en: z.string(), ko: z.string() }),
  description: z.object({ en: z.string(), ko: z.string() }),
  scheduledTime: time.nullable(),
  estimatedDuration: z.int().nullable(),
  version: z.int().nonnegative(),
  /** Members were notified of the maintenance and will be notified of its end. */
  announced: z.boolean(),
}

const state = z.object({
  /** True while members are rejected. */
  on: z.boolean(),
  ...settings,
  /**
   * The app reads the flag from this Firebase project instead of this server, so the flag has to be
   * set there too.
   */
  externalProject: z.string().nullable(),
})

export const maintenanceSchemas = {
  'maintenance.show': { data: state },
  'maintenance.history': {
    query: z.strictObject(pageQuery),
    data: pageOf(
      z.object({
        ...settings,
        /** When this setting was saved, and when the next one replaced it. */
        setAt: time,
        replacedAt: time.nullable(),
        /** When members were rejected because of it; null if they never were. */
        closedFrom: time.nullable(),
        closedUntil: time.nullable(),
      }),
    ),
  },
  'maintenance.set': {
    body: z.strictObject({
      enabled: z.boolean(),
      /** For the audit only. */
      reason: auditReason.optional(),
      title: texts.optional(),
      description: texts.optional(),
      scheduledTime: time.nullable().optional(),
      estimatedDuration: z.int().positive().max(MAINTENANCE_MINUTES_MAX).nullable().optional(),
      /**
       * Notifies members: a notice immediately, a push at the start and at the end. If left out, an
       * announced maintenance stays announced; false withdraws the announcement.
       */
      announce: z.boolean().optional(),
    }),
    data: state,
  },
} as const
