import { readFileSync, writeFileSync } from 'node:fs'

/** Starting needs more memory than a run: resets the peak that the kernel records. */
export function resetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5')
}

/** Returns the peak memory that the kernel reports. */
export function peakMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
