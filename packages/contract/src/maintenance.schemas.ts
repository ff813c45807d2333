import { z } from 'zod'
import { auditReason, time } from './schema.ts'

const sentence = z
  .string()
  .max(500)
  .refine((text) => text.isWellFormed(), 'half a character')

const texts = z.strictObject({ en: sentence, ko: sentence })

const state = z.object({
  /** True while members are rejected. */
  on: z.boolean(),
  enabled: z.boolean(),
  title: z.object({ en: z.string(), ko: z.string() }),
  description: z.object({ en: z.string(), ko: z.string() }),
  scheduledTime: time.nullable(),
  estimatedDuration: z.int().nullable(),
  version: z.int().nonnegative(),
  /** Members were notified of the maintenance and will be notified of its end. */
  announced: z.boolean(),
  /**
   * The app reads the flag from this Firebase project instead of this server, so the flag has to be
   * set there too.
   */
  externalProject: z.string().nullable(),
})

export const maintenanceSchemas = {
  'maintenance.show': { data: state },
  'maintenance.set': {
    body: z.strictObject({
      enabled: z.boolean(),
      /** For the audit only. */
      reason: auditReason.optional(),
      title: texts.optional(),
      description: texts.optional(),
      scheduledTime: time.nullable().optional(),
      estimatedDuration: z
        .int()
        .positive()
        .max(7 * 24 * 60)
        .nullable()
        .optional(),
      /**
       * Notifies members: a notice immediately, a push at the start and at the end. If left out, an
       * announced maintenance stays announced; false withdraws the announcement.
       */
      announce: z.boolean().optional(),
    }),
    data: state,
  },
} as const
