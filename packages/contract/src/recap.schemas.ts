import { z } from 'zod'
import { RECAP_FRAMES } from '@solstice/rules/recap'
import { id, time } from './schema.ts'
import { count, emblem, seasonParams, tokenAmount } from './season.schemas.ts'

/** A programme day such as 2026-06-23. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const percent = count.max(100)

const recap = z.object({
  seasonId: id,
  title: z.string(),
  nickname: z.string(),
  startAt: time,
  endAt: time,
  days: z.object({
    total: id,
    /** The positions of the days in the season, from zero, in order. */
    checkedIn: z.array(count),
    longestRun: count,
  }),
  xp: id,
  level: id,
  /** The tiers that the member reached, lowest first. The last one is the final one. */
  tiers: z.array(
    z.object({
      tierId: id,
      name: z.string(),
      emblem,
      /** Null if XP without a history entry reached it. */
      reachedOn: day.nullable(),
    }),
  ),
  bestDay: z.object({ day, xp: id }).nullable(),
  /** The final place, which does not change when other members leave. */
  place: z.object({ place: id, members: id, behindPercent: percent }).nullable(),
  /** Invited members who took part, and those of them who earned XP in the last round. */
  friends: z.object({ joined: count, stayed: count }),
  bestSpinXp: id.nullable(),
  missions: count,
  rounds: z.object({
    total: id,
    rewarded: count,
    earned: tokenAmount,
    symbol: z.string(),
  }),
  /** The frames that have something to tell, in order. */
  frames: z.array(z.enum(RECAP_FRAMES)),
})

export const recapSchemas = {
  'recap.mine': { params: seasonParams, data: recap },
} as const
