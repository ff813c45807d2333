import { z } from 'zod'
import { time } from './schema.ts'

export const sessionSchemas = {
  'session.list': {
    data: z.object({
      list: z.array(
        z.object({
          /** Tells sessions apart in a list, and opens nothing. */
          sessionId: z.string(),
          createdAt: time,
          lastUsedAt: time,
          current: z.boolean(),
          /** Such as `Chrome · Android`; null where the browser did not say. */
          device: z.string().nullable(),
        }),
      ),
    }),
  },
  'session.endOthers': { data: z.object({ ended: z.int().min(0) }) },
} as const
