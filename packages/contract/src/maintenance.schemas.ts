import { z } from 'zod'
import { time } from './schema.ts'

const sentence = z
  .string()
  .max(500)
  .refine((text) => text.isWellFormed(), 'half a character')

const texts = z.strictObject({ en: sentence, ko: sentence })

const state = z.object({
  /** Whether members are turned away at this moment. */
  on: z.boolean(),
  enabled: z.boolean(),
  title: z.object({ en: z.string(), ko: z.string() }),
  description: z.object({ en: z.string(), ko: z.string() }),
  scheduledTime: time.nullable(),
  estimatedDuration: z.int().nullable(),
  version: z.int().nonnegative(),
  /** Members were told of it, and will be told of its end. */
  announced: z.boolean(),
  /** A Firebase project is asked by the app instead of this server; its flag has to be set there too. */
  externalProject: z.string().nullable(),
})

export const maintenanceSchemas = {
  'maintenance.show': { data: state },
  'maintenance.set': {
    body: z.strictObject({
      enabled: z.boolean(),
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
       * Tells members: a notice at once, a push when it begins and when it is over. Left out, one
       * that is announced stays so; false takes the announcement back.
       */
      announce: z.boolean().optional(),
    }),
    data: state,
  },
} as const
