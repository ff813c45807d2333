export type CheckInSteps = {
  /** Steps of the current climb that are done; all of them right after the bonus. */
  done: number
  /** Number of the next check-in. */
  next: number
  /** Number of the check-in that brings the bonus of this climb. */
  goal: number
}

/** Where a member stands on the way to the next bonus. A climb that was finished today stays. */
export function checkInSteps(
  daysParticipated: number,
  bonusEvery: number,
  checkedInToday: boolean,
): CheckInSteps {
  const rest = daysParticipated % bonusEvery
  const isSummit = rest === 0 && daysParticipated > 0 && checkedInToday
  return {
    done: isSummit ? bonusEvery : rest,
    next: daysParticipated + 1,
    goal: isSummit ? daysParticipated : daysParticipated - rest + bonusEvery,
  }
}
