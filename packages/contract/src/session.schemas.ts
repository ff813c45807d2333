import { z } from 'zod'
import { nothing, time } from './schema.ts'

/** Identifies a session of a member, but grants no access. */
const sessionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const sessionSchemas = {
  'session.list': {
    data: z.object({
      list: z.array(
        z.object({
          sessionId,
          createdAt: time,
          lastUsedAt: time,
          current: z.boolean(),
          /** For example `Chrome · Android`; null if the browser did not identify itself. */
          device: z.string().nullable(),
        }),
      ),
    }),
  },
  'session.endOthers': { data: z.object({ ended: z.int().min(0) }) },
  'session.end': { params: z.strictObject({ sessionId }), data: nothing },
} as const
