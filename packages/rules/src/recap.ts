import { DAY_MS } from './duration.ts'
import { programmeDayOf, startOfDay, type ProgrammeDay } from './programme-day.ts'
import type { Period } from './round.ts'
import type { Tier } from './tier.ts'

/**
 * The announcement of a recap is news for this long after the end of the season; a season that is
 * settled later gets its recaps without one.
 */
export const RECAP_NEWS_MS = 7 * DAY_MS

/** Returns the position of a programme day in a season, from zero. */
export function dayOfSeason({ startAt }: Pick<Period, 'startAt'>, day: ProgrammeDay): number {
  const first = startOfDay(programmeDayOf(startAt)).getTime()
  return Math.round((startOfDay(day).getTime() - first) / DAY_MS)
}

/** Returns the length of the longest run of consecutive days. The days are in order. */
export function longestRun(days: readonly number[]): number {
  let longest = 0
  let run = 0
  for (const [at, day] of days.entries()) {
    run = day - 1 === days[at - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** Returns the share of a ranking behind a place in percent, rounded down so that it is true. */
export function behindPercent({ place, members }: { place: number; members: number }): number {
  return Math.floor((100 * (members - place)) / members)
}

export type DayXp = { day: ProgrammeDay; xp: number }

/** Returns the day with the most XP, the first one of several. */
export function bestDay(days: readonly DayXp[]): DayXp | undefined {
  return days
    .filter(({ xp }) => xp > 0)
    .reduce<DayXp | undefined>(
      (best, each) => (best && best.xp >= each.xp ? best : each),
      undefined,
    )
}

/**
 * Returns the tiers that a member reached, lowest first, and on which day. The days are in order. A
 * tier that was reached by XP without a day, such as a correction, has none.
 */
export function tiersReached<T extends Tier>(
  tiers: readonly T[],
  seasonXp: number,
  days: readonly DayXp[],
): { tier: T; day: ProgrammeDay | undefined }[] {
  let sum = 0
  const sums = days.map(({ day, xp }) => ({ day, sum: (sum += xp) }))
  return tiers
    .filter(({ minXp }) => minXp <= seasonXp)
    .map((tier) => ({ tier, day: sums.find((each) => each.sum >= tier.minXp)?.day }))
}

export const RECAP_FRAMES = ['days', 'tiers', 'place', 'gains'] as const
export type RecapFrame = (typeof RECAP_FRAMES)[number]

export type RecapFacts = {
  daysCheckedIn: number
  members: number | undefined
  friends: number
  bestSpinXp: number
  missions: number
  rewardedRounds: number
}

/** Returns the frames that have something to tell. Everybody who took part has a tier. */
export function recapFrames(facts: RecapFacts): RecapFrame[] {
  const hasPlace = facts.members !== undefined && facts.members > 1
  const gains = facts.bestSpinXp + facts.missions + facts.rewardedRounds
  // Friends are part of the frame of the place, if there is one.
  const hasGains = gains > 0 || (!hasPlace && facts.friends > 0)
  const tells: Record<RecapFrame, boolean> = {
    days: facts.daysCheckedIn > 0,
    tiers: true,
    place: hasPlace,
    gains: hasGains,
  }
  return RECAP_FRAMES.filter((frame) => tells[frame])
}
