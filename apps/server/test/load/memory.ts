export type Sample = { atMs: number; heapBytes: number; residentBytes: number }

const MEGABYTE = 1024 * 1024

/** What a process held at two moments, in megabytes. */
export type Growth = {
  minutes: number
  heap: { warmMb: number; endMb: number }
  resident: { warmMb: number; endMb: number }
}

/** Between two moments at which nobody was on the way and the garbage was collected. */
export function growthBetween(warm: Sample, end: Sample): Growth {
  return {
    minutes: (end.atMs - warm.atMs) / 60_000,
    heap: { warmMb: warm.heapBytes / MEGABYTE, endMb: end.heapBytes / MEGABYTE },
    resident: { warmMb: warm.residentBytes / MEGABYTE, endMb: end.residentBytes / MEGABYTE },
  }
}

/** From the figures that a process tells of itself; one that it does not tell is not a number. */
export function sampleOf(metrics: string, atMs: number): Sample {
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    atMs,
    heapBytes: valueOf('nodejs_heap_size_used_bytes'),
    residentBytes: valueOf('process_resident_memory_bytes'),
  }
}
