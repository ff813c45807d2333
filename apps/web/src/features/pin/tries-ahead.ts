import { retiredPinWaitMs } from '@solstice/rules/pin'

export type PinTriesState = {
  triesUsed: number
  triesLeft: number
  /** When the next try is answered, where there is a wait. */
  retryAtMs: number | undefined
  /** An earlier PIN: its tries never end, they only take longer. */
  isRetired: boolean
}

const SHOWN = 6

/** How long to wait before each of the next tries; of the PIN in use as many as are left. */
export function triesAhead(tries: PinTriesState, nowMs: number): number[] {
  const { triesUsed, triesLeft, retryAtMs, isRetired } = tries
  if (!isRetired) return Array.from({ length: triesLeft }, () => 0)
  const first = retryAtMs === undefined ? 0 : Math.max(0, retryAtMs - nowMs)
  const later = Array.from({ length: SHOWN - 1 }, (_, at) => retiredPinWaitMs(triesUsed + at + 1))
  return [first, ...later]
}
