/** The minute of the day of a member's check-ins, by programme day. */
export type Rhythm = ReadonlyMap<string, number>

const DAY_MINUTES = 24 * 60
/** A reward needs as many, so a farm cannot earn with fewer. Two common days may agree by chance. */
const COMMON_DAYS_MIN = 3
/** A script goes through its accounts in the same order, so the distance stays the same. */
const TOLERANCE_MINUTES = 3
const SAME_SHARE = 0.8
/** Check-ins within this time of each other on nearly all days are a routine. */
const ROUTINE_MINUTES = 15

/**
 * Returns whether two members check in at a constant distance in time on nearly all common days.
 * People who live together share an hour, not a minute.
 */
export function isSameRhythm(one: Rhythm, other: Rhythm): boolean {
  const distances: number[] = []
  for (const [day, minute] of one) {
    const second = other.get(day)
    if (second !== undefined) distances.push((minute - second + DAY_MINUTES) % DAY_MINUTES)
  }
  return distances.length >= COMMON_DAYS_MIN && agree(distances, TOLERANCE_MINUTES)
}

/**
 * Returns whether the first member checks in at about the same time on nearly all days that both have
 * in common. Any two members with a routine have a constant distance.
 */
export function isRoutine(one: Rhythm, other: Rhythm): boolean {
  const common = Array.from(one).flatMap(([day, minute]) => (other.has(day) ? [minute] : []))
  return agree(common, ROUTINE_MINUTES)
}

/** Returns whether nearly all times of the day are close to one of them. */
function agree(minutes: readonly number[], tolerance: number): boolean {
  const agreeing = minutes.map(
    (centre) => minutes.filter((each) => apart(each, centre) <= tolerance).length,
  )
  return Math.max(0, ...agreeing) >= SAME_SHARE * minutes.length
}

/** Returns the shorter way around the clock. */
function apart(one: number, other: number): number {
  const difference = Math.abs(one - other)
  return Math.min(difference, DAY_MINUTES - difference)
}
