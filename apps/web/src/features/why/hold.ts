import type { Explanation } from './api.ts'

export type Hold = { startMs: number; endMs: number }

/** Returns the span of a hold whose end is known; undefined for everything else. */
export function holdOf({ rule, outcome, inputs }: Explanation): Hold | undefined {
  if (rule !== 'payout' || outcome !== 'PAUSED') return undefined
  const startMs = Date.parse(String(inputs['eventAt'] ?? inputs['createdAt']))
  const endMs = Date.parse(String(inputs['until']))
  return startMs < endMs ? { startMs, endMs } : undefined
}

/** Returns the share of the hold that is over, from 0 to 1. */
export function elapsedShare({ startMs, endMs }: Hold, nowMs: number): number {
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)))
}
