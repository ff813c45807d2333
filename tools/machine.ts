import { arch, cpus, loadavg, platform } from 'node:os'

export type RanOn = {
  day: string
  machine: string
  node: string
  /** The load average before the measurement; a busy machine gives other results. */
  loadBefore: number
}

/** Describes the machine. Call it before measuring, which itself causes load. */
export function describeMachine(): RanOn {
  return {
    day: new Date().toISOString().slice(0, 10),
    machine: `${platform()} ${arch()}, ${cpus().length} cores`,
    node: process.version,
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(1)),
  }
}
