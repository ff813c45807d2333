export type Sample = { atMs: number; heapBytes: number; residentBytes: number }

const MEGABYTE = 1024 * 1024

/** What a process may keep more of in a minute once it is warm. */
export const GROWTH_LIMIT_MB_PER_MINUTE = 10

export type Growth = {
  warmHeapMb: number
  heapMb: number
  residentMb: number
  growthMbPerMinute: number
}

/** Between two moments at which nobody was on the way and the garbage was collected. */
export function growthBetween(warm: Sample, end: Sample): Growth {
  const grownMb = (end.heapBytes - warm.heapBytes) / MEGABYTE
  return {
    warmHeapMb: warm.heapBytes / MEGABYTE,
    heapMb: end.heapBytes / MEGABYTE,
    residentMb: end.residentBytes / MEGABYTE,
    growthMbPerMinute: (grownMb / (end.atMs - warm.atMs)) * 60_000,
  }
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
