const DAY_MS = 86_400_000

/** Days from now, or the longest that a hold can take. */
export const UPHOLD_SPANS = ['14', '30', '60', '90', 'latest'] as const
export type UpholdSpan = (typeof UPHOLD_SPANS)[number]

/** Returns until when a hold is upheld, which is never after the latest possible time. */
export function upheldUntil(span: UpholdSpan, nowMs: number, latestUntil: string): string {
  if (span === 'latest') return latestUntil
  const untilMs = Math.min(nowMs + Number(span) * DAY_MS, Date.parse(latestUntil))
  return new Date(untilMs).toISOString()
}
