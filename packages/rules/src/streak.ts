import type { ProgrammeDay } from './programme-day.ts'

/** A member earns a freeze with every fifth check-in of a season, at most two of them. */
const FREEZE_EVERY_CHECK_INS = 5
export const FREEZES_PER_SEASON = 2

/** OPEN: today, as long as the member has not checked in. */
export type StreakMark = 'LIT' | 'EXCUSED' | 'FROZEN' | 'MISSED' | 'OPEN'

export type Streak = {
  days: { day: ProgrammeDay; mark: StreakMark }[]
  /** The days of the chain that continues today. */
  current: number
  longest: number
  freezes: {
    earned: number
    left: number
    /** Null when the season gives no further freeze. */
    checkInsToNext: number | null
  }
}

/**
 * Returns the chain of days of a member. It follows from the days alone, so that freezes need no
 * record: a missed day takes the oldest freeze that was earned before it. A chain has to exist, so
 * that no freeze is spent on days before the first check-in.
 */
export function streakOf(season: {
  /** Every day from the first one to today, in order. */
  days: readonly ProgrammeDay[]
  today: ProgrammeDay
  checkedIn: ReadonlySet<ProgrammeDay>
  excused: ReadonlySet<ProgrammeDay>
}): Streak {
  const { today, checkedIn, excused } = season
  const days: Streak['days'] = []
  let checkIns = 0
  let used = 0
  let current = 0
  let longest = 0
  for (const day of season.days) {
    const earned = freezesEarned(checkIns)
    const mark = markOf({
      isCheckedIn: checkedIn.has(day),
      isExcused: excused.has(day),
      isToday: day === today,
      isFreezable: current > 0 && earned > used,
    })
    if (mark === 'LIT') checkIns += 1
    if (mark === 'FROZEN') used += 1
    if (mark === 'MISSED') current = 0
    else if (mark === 'LIT' || (mark !== 'OPEN' && current > 0)) current += 1
    longest = Math.max(longest, current)
    days.push({ day, mark })
  }
  const earned = freezesEarned(checkIns)
  const isLast = earned === FREEZES_PER_SEASON
  return {
    days,
    current,
    longest,
    freezes: {
      earned,
      left: earned - used,
      checkInsToNext: isLast ? null : FREEZE_EVERY_CHECK_INS * (earned + 1) - checkIns,
    },
  }
}

function freezesEarned(checkIns: number): number {
  return Math.min(FREEZES_PER_SEASON, Math.floor(checkIns / FREEZE_EVERY_CHECK_INS))
}

function markOf(of: {
  isCheckedIn: boolean
  isExcused: boolean
  isToday: boolean
  isFreezable: boolean
}): StreakMark {
  if (of.isCheckedIn) return 'LIT'
  if (of.isExcused) return 'EXCUSED'
  if (of.isToday) return 'OPEN'
  return of.isFreezable ? 'FROZEN' : 'MISSED'
}
