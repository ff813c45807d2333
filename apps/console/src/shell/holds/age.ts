const HOUR_MS = 3_600_000
const AMBER_MS = 24 * HOUR_MS
const RED_MS = 48 * HOUR_MS

type Waiting = { state: string; openedAt: string; appealedAt: string | null }

/** Returns how long somebody waits for a decision; undefined if nobody does. */
export function waitedMs({ state, openedAt, appealedAt }: Waiting, nowMs: number) {
  if (state !== 'OPEN') return undefined
  return Math.max(0, nowMs - Date.parse(appealedAt ?? openedAt))
}

export const ageTone = (ms: number): 'plain' | 'warn' | 'bad' =>
  ms >= RED_MS ? 'bad' : ms >= AMBER_MS ? 'warn' : 'plain'
