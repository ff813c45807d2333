export type Sample = { atMs: number; heapBytes: number; residentBytes: number }

const MEGABYTE = 1024 * 1024
const WINDOWS = 6

/**
 * What a process may grow by in a minute once it is warm. Between two collections a heap rises, so
 * the least of each stretch is compared: what is still there after the collector came by.
 */
export const GROWTH_LIMIT_MB_PER_MINUTE = 12

export type Growth = { heapMb: number; residentMb: number; growthMbPerMinute: number }

/** The slope of the least heap of each stretch of the last half. */
export function growthOf(samples: readonly Sample[]): Growth {
  const startMs = samples[0]?.atMs ?? 0
  const endMs = samples.at(-1)?.atMs ?? 0
  const halfMs = (endMs - startMs) / 2
  const last = samples.filter(({ atMs }) => atMs >= startMs + halfMs)
  const floors = Array.from({ length: WINDOWS }, (_, at) => {
    const from = startMs + halfMs + (halfMs / WINDOWS) * at
    const inside = last.filter(({ atMs }) => atMs >= from && atMs <= from + halfMs / WINDOWS)
    return { x: from / 60_000, y: Math.min(...inside.map(({ heapBytes }) => heapBytes)) / MEGABYTE }
  }).filter(({ y }) => Number.isFinite(y))
  return {
    heapMb: floors.at(-1)?.y ?? 0,
    residentMb: (samples.at(-1)?.residentBytes ?? 0) / MEGABYTE,
    growthMbPerMinute: slopeOf(floors),
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
