export type CheckInSteps = {
  /** The completed steps of the current climb; all of them right after the bonus. */
  done: number
  /** The number of the next check-in. */
  next: number
  /** The number of the check-in that earns the bonus of this climb. */
  goal: number
}

/**
 * Returns a member's progress towards the next bonus. A climb that was finished today is still
 * shown.
 */
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
