import { z } from 'zod'
import { digits } from './paging.ts'
import { time } from './schema.ts'
import { count } from './season.schemas.ts'

export const exportSchemas = {
  'export.summary': {
    data: z.object({
      profile: count,
      /** History entries, each with the proof that the points log records it. */
      entries: count,
      payouts: count,
      friends: count,
      purchases: count,
      devices: count,
      /** An estimate of the size of the file. */
      bytes: count,
    }),
  },
  'export.create': {
    data: z.object({
      exportId: z.uuid(),
      parts: z.int().min(1),
      bytes: z.int().min(1),
      /** Signed by the key of the points log: member, time, length and hash of the data. */
      statement: z.string(),
      verifierKey: z.string(),
      createdAt: time,
      expiresAt: time,
    }),
  },
  'export.part': {
    params: z.strictObject({
      exportId: z.uuid(),
      /** Counted from 1. */
      part: digits(z.coerce.number().int().min(1).max(2_147_483_647)),
    }),
    data: z.object({ content: z.string() }),
  },
} as const
