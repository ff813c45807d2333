let offsetMs = 0
let steadyOffsetMs: number | undefined
let lastReceivedAtMs: number | undefined

/** Keeps how far the phone's clock is from the server's, from the header every reply carries. */
export function noteServerTime(header: string | null, receivedAtMs: number): void {
  lastReceivedAtMs = receivedAtMs
  const serverMs = Date.parse(header ?? '')
  if (!Number.isFinite(serverMs)) return
  offsetMs = serverMs - receivedAtMs
  steadyOffsetMs = serverMs - performance.now()
}

/** When the server last answered, by the phone's clock: how old what is on the screen may be. */
export function lastReplyAtMs(): number | undefined {
  return lastReceivedAtMs
}

/** The server's instant. Countdowns use it, so that a wrong phone clock cannot mislead them. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/**
 * The server's instant for what cannot be undone: nothing before its first reply, and untouched by
 * changes of the phone's clock. It may lag behind while the phone sleeps.
 */
export function certainNow(): number | undefined {
  return steadyOffsetMs === undefined ? undefined : performance.now() + steadyOffsetMs
}

/** `4:12`, never below zero. */
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
