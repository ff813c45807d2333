import { retiredPinWaitMs } from '@solstice/rules/pin'

export type PinTriesState = {
  triesUsed: number
  triesLeft: number
  /** The time of the next attempt, if there is a wait. */
  retryAtMs: number | undefined
  /** True for an earlier PIN, whose attempts never run out but take longer. */
  isRetired: boolean
}

const SHOWN = 6

/**
 * Returns the wait before each of the next attempts; for the current PIN only the remaining ones.
 */
export function upcomingTries(tries: PinTriesState, nowMs: number): number[] {
  const { triesUsed, triesLeft, retryAtMs, isRetired } = tries
  if (!isRetired) return Array.from({ length: triesLeft }, () => 0)
  const first = retryAtMs === undefined ? 0 : Math.max(0, retryAtMs - nowMs)
  const later = Array.from({ length: SHOWN - 1 }, (_, at) => retiredPinWaitMs(triesUsed + at + 1))
  return [first, ...later]
}
