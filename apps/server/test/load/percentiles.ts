export type Percentiles = { p50: number; p95: number; p99: number }

export const PERCENTILES = ['p50', 'p95', 'p99'] as const

/** Uses the nearest rank, so each percentile is a measured value; NaN without any. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
