import type { Span } from '#/lib/elapsed-share.ts'
import type { Explanation } from './api.ts'

/** Returns the span of a hold whose end is known; undefined for everything else. */
export function holdOf({ rule, outcome, inputs }: Explanation): Span | undefined {
  if (rule !== 'payout' || (outcome !== 'PAUSED' && outcome !== 'FAIR_PLAY')) return undefined
  const startMs = Date.parse(String(inputs['eventAt'] ?? inputs['openedAt'] ?? inputs['createdAt']))
  const endMs = Date.parse(String(inputs['until']))
  return startMs < endMs ? { startMs, endMs } : undefined
}
