export type Sample = { atMs: number; heapBytes: number; residentBytes: number }

const MEGABYTE = 1024 * 1024

/** What the heap of a process, freshly collected, may grow by in a minute once it is warm. */
export const GROWTH_LIMIT_MB_PER_MINUTE = 10

export type Growth = { heapMb: number; residentMb: number; growthMbPerMinute: number }

/** The first half is for warming up; the slope of the second is told. */
export function growthOf(samples: readonly Sample[]): Growth {
  const startMs = samples[0]?.atMs ?? 0
  const endMs = samples.at(-1)?.atMs ?? 0
  const points = samples
    .filter(({ atMs }) => atMs >= (startMs + endMs) / 2)
    .map(({ atMs, heapBytes }) => ({ x: atMs / 60_000, y: heapBytes / MEGABYTE }))
  return {
    heapMb: points.at(-1)?.y ?? 0,
    residentMb: (samples.at(-1)?.residentBytes ?? 0) / MEGABYTE,
    growthMbPerMinute: slopeOf(points),
  }
}

/** Least squares. */
function slopeOf(points: readonly { x: number; y: number }[]): number {
  const meanOf = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const meanX = meanOf(points.map(({ x }) => x))
  const meanY = meanOf(points.map(({ y }) => y))
  const across = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return across / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}

/** From the figures that a process tells of itself. */
export function sampleOf(metrics: string, atMs: number): Sample {
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    atMs,
    heapBytes: valueOf('nodejs_heap_size_used_bytes'),
    residentBytes: valueOf('process_resident_memory_bytes'),
  }
}
