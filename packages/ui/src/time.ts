let offsetMs = 0
let monotonicOffsetMs: number | undefined
let lastReceivedAtMs: number | undefined

/**
 * Stores the offset between the device clock and the server clock from the header of every reply.
 */
export function noteServerTime(header: string | null, receivedAtMs: number): void {
  lastReceivedAtMs = receivedAtMs
  const serverMs = Date.parse(header ?? '')
  if (!Number.isFinite(serverMs)) return
  offsetMs = serverMs - receivedAtMs
  monotonicOffsetMs = serverMs - performance.now()
}

/** Returns the device time of the last server reply, which limits the age of the shown data. */
export function lastReplyAtMs(): number | undefined {
  return lastReceivedAtMs
}

/** Returns the server time. Countdowns use it, so that a wrong device clock cannot mislead them. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/**
 * Returns the server time for irreversible actions: undefined before the first reply, and
 * independent of changes of the device clock. It may lag behind after the device sleeps.
 */
export function monotonicServerNow(): number | undefined {
  return monotonicOffsetMs === undefined ? undefined : performance.now() + monotonicOffsetMs
}

/** Formats `4:12`, never below zero. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening'

export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 18) return 'afternoon'
  return 'evening'
}
