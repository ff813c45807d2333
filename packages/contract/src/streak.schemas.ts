import { z } from 'zod'
import { FREEZES_PER_SEASON } from '@solstice/rules/streak'
import { time } from './schema.ts'
import { count, seasonParams } from './season.schemas.ts'

/** A programme day such as 2026-06-23. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const streak = z.object({
  firstDay: day,
  lastDay: day,
  /** Null before and after the season. */
  today: day.nullable(),
  /** Every day from the first one to today or the last one. OPEN is today without a check-in. */
  days: z.array(z.object({ day, mark: z.enum(['LIT', 'EXCUSED', 'FROZEN', 'MISSED', 'OPEN']) })),
  current: count,
  longest: count,
  freezes: z.object({
    perSeason: z.literal(FREEZES_PER_SEASON),
    earned: count,
    left: count,
    /** Null when the season gives no further freeze. */
    checkInsToNext: count.nullable(),
  }),
  /** The days that were excused for the member, with the times of the outages. */
  excused: z.array(z.object({ day, outages: z.array(z.object({ startAt: time, endAt: time })) })),
  /** When the member can check in next, which may be now; null if the season ends first. */
  nextCheckInAt: time.nullable(),
})

export const streakSchemas = {
  'streak.show': { params: seasonParams, data: streak },
} as const
