/** The database that the server uses during the run. */
export type Engine = 'pglite' | 'postgres'

export type Given = {
  engine: Engine
  /** The settings of every process of the run: data folder and, on PostgreSQL, the database. */
  settings: Record<string, string>
  /** Returns a reproducible random number from 0 up to, but not including, 1. */
  chance: () => number
  bursts: number
  /** The faults that the environment can cause; without them, the scenario can only observe. */
  faultControls?: FaultControls
  log: (line: string) => void
  /** Records what one burst measured, next to the tally of the run. */
  addFigures?: (figures: BurstFigures) => void
}

export type BurstFigures = Record<string, string | number>

export type FaultControls = {
  /** Stops the database, gracefully or by a crash, until it is resumed. */
  haltDatabase?: (how: 'in order' | 'as a crash') => Promise<void>
  resumeDatabase?: () => Promise<void>
  /** Fills the data disk, so that nothing more can be written until it is freed. */
  fillDisk?: () => Promise<void>
  freeDisk?: () => Promise<void>
  startCluster?: (how: { isSynchronous: boolean }) => Promise<HighAvailability>
  startArchived?: () => Promise<ArchivedDatabase>
  /** Verifies the points log as anybody can, in a process of its own. */
  verifyLog?: (args: readonly string[]) => Promise<{ code: number; output: string }>
}

export type Backup = { type: string; bytes: number }

/** A database with backups and an archive of its WAL. */
export type ArchivedDatabase = {
  url: string
  /** Takes a backup, and returns all backups with the bytes that each one copied. */
  backUp: (type: 'full' | 'incr') => Promise<Backup[]>
  /** The database's time, to which it can be restored. */
  now: () => string
  /** Waits until everything that was committed so far is in the archive. */
  archiveAll: () => Promise<void>
  /** Ends the database without a shutdown and deletes its data. */
  destroy: () => Promise<void>
  /** Restores the database to a time or to the end of the archive, and starts it. */
  restore: (to: string) => Promise<{ copyMs: number; recoverMs: number }>
  stop: () => Promise<void>
}

/** A primary and two standbys behind one address. */
export type HighAvailability = {
  url: string
  /** Cuts what the members exchange, and not the connections of servers. */
  cutReplication: () => void
  mendReplication: () => void
  /** Kills the primary with its agent and all its children, and returns its name. */
  killPrimary: () => Promise<string>
  /** Starts a killed member again, with its data. */
  revive: (name: string) => void
  /** Waits until all members run and both standbys stream from the primary. */
  untilWhole: () => Promise<void>
  output: () => string
  stop: () => Promise<void>
}

/** Counters in the order in which they are printed. */
export type Tally = Record<string, number>

/** A fault scenario. It resolves with a tally or throws an error that names the loss. */
export type Scenario = {
  name: string
  about: string
  /** The databases on which the scenario makes sense; all of them by default. */
  engines?: readonly Engine[]
  /** Stores the data on a disk small enough to be filled up. */
  smallDisk?: true
  /** The scenario starts databases of its own. */
  startsItsDatabase?: true
  run: (given: Given) => Promise<Tally>
}

/** Throws when a run that should cause faults met none, because it would prove nothing. */
export function requireFaults(tally: Tally): void {
  if (tally['faults'] === 0) throw new Error('The run caused no fault')
}

/** Implements mulberry32: small, and reproducible on every platform for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function between(chance: () => number, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1))
}
