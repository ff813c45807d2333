import { z } from 'zod'
import { id, time } from './schema.ts'
import { count, seasonParams } from './season.schemas.ts'

/** The nickname is the only personal data in a row. */
const row = z.object({ rank: id, userId: id, nickname: z.string(), xp: count })

export const rankingSchemas = {
  'ranking.list': {
    params: seasonParams,
    data: z.object({
      list: z.array(row).max(100),
      /** The rank is null before the first XP of the season. */
      me: z.object({ rank: id.nullable(), userId: id, nickname: z.string(), xp: count }),
      /** The member’s own row with up to two above and two below; empty without a rank. */
      neighbours: z.array(row).max(5),
      /** The number of members with a rank. */
      totalCount: count,
      updatedAt: time,
    }),
  },
} as const
