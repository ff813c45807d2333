export type Sample = { atMs: number; heapBytes: number; residentBytes: number }

const MEGABYTE = 1024 * 1024

/** The memory of a process at two moments, in megabytes. */
export type Growth = {
  minutes: number
  heap: { warmMb: number; endMb: number }
  resident: { warmMb: number; endMb: number }
}

/** Compares two moments without requests in flight, each after a garbage collection. */
export function growthBetween(warm: Sample, end: Sample): Growth {
  return {
    minutes: (end.atMs - warm.atMs) / 60_000,
    heap: { warmMb: warm.heapBytes / MEGABYTE, endMb: end.heapBytes / MEGABYTE },
    resident: { warmMb: warm.residentBytes / MEGABYTE, endMb: end.residentBytes / MEGABYTE },
  }
}

/** Reads a sample from the metrics of a process; a missing metric becomes NaN. */
export function sampleOf(metrics: string, atMs: number): Sample {
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    atMs,
    heapBytes: valueOf('nodejs_heap_size_used_bytes'),
    residentBytes: valueOf('process_resident_memory_bytes'),
  }
}
