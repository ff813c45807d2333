/** Where the server keeps its data while it is being hurt. */
export type Engine = 'pglite' | 'postgres'

export type Given = {
  engine: Engine
  /** The settings of every process of the run: data folder, and the database where there is one. */
  settings: Record<string, string>
  /** Chance that can be repeated: a number from 0 up to, not including, 1. */
  chance: () => number
  bursts: number
  /** What the run can do to the place itself; without it, it can only look. */
  hurt?: Hurt
  log: (line: string) => void
}

export type Hurt = {
  /** The database goes down, in order or as a crash leaves it, and comes up again. */
  haltDatabase?: (how: 'in order' | 'as a crash') => Promise<void>
  resumeDatabase?: () => Promise<void>
  /** Nothing more can be written to the disk that the data is on, until there is room again. */
  fillDisk?: () => Promise<void>
  freeDisk?: () => Promise<void>
}

/** What was counted, in the order in which it is told. */
export type Tally = Record<string, number>

/** Something that goes wrong. Ends with a tally, or throws and says what was lost. */
export type Scenario = {
  name: string
  about: string
  /** Where it makes sense; everywhere, if it does not say. */
  engines?: readonly Engine[]
  /** Data on a disk so small that it can be filled up. */
  smallDisk?: true
  run: (given: Given) => Promise<Tally>
}

/** A run that counts faults and met none has hurt nobody, and shows nothing. */
export function demandFaults(tally: Tally): void {
  if (tally['faults'] === 0) throw new Error('Nothing went wrong: nobody met a fault')
}

/** mulberry32: small, and the same everywhere for the same seed. */
export function chanceFrom(seed: number): () => number {
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
