const MINUTE_MS = 60_000

/** Returns hours and minutes, rounded up, because "0 h 0 min" would mean that the time is over. */
export function timeLeft(remainingMs: number): { hours: number; minutes: number } {
  const all = Math.ceil(Math.max(0, remainingMs) / MINUTE_MS)
  return { hours: Math.floor(all / 60), minutes: all % 60 }
}
