import { z } from 'zod'
import { countCursorQuery, cursorPageOf } from './paging.ts'
import { referralCode, time } from './schema.ts'

export const referralSchemas = {
  'referral.mine': {
    data: z.object({
      referralCode: z.string(),
      registeredCode: z.string().nullable(),
      inviteCount: z.int().min(0),
    }),
  },
  'referral.register': {
    body: z.strictObject({ referralCode }),
    data: z.object({ registeredCode: z.string() }),
  },
  'referral.history': {
    query: z.object(countCursorQuery),
    data: cursorPageOf(z.object({ nickname: z.string(), joinedAt: time })),
  },
} as const
