export type Span = { startMs: number; endMs: number }

/** Returns the share of a span that is over, from 0 to 1. */
export function elapsedShare({ startMs, endMs }: Span, nowMs: number): number {
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)))
}
