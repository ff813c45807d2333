import type { Comparison, Result } from './compare.ts'
import type { Load } from './load.ts'

export type BenchOptions = {
  load: Load
  rounds: number
  /** The number of members of the section `settlement`. */
  members: number
  /** The number of entries of the sections `audit` and `books`. */
  entries: number
  /** The number of leaves of the section `log`. */
  leaves: number
  /** The first seed of the section `fair-play`. */
  seed: number
  growth: GrowthOptions
  /** Compares two measures in alternating rounds, with progress. */
  measure: (comparison: Comparison) => Promise<Result>
}

/** The options of the sections `growth` and `growth-jobs`; the latter uses the large size only. */
export type GrowthOptions = {
  small: number
  large: number
  /** The longest time that one job may take at each size. */
  jobSeconds: number
  /** The folder of the cluster, also of the sections `audit` and `log`. */
  home: string | undefined
}

/**
 * One part of `npm run bench`, selected with `--only` and its name in `sections.ts`. A section
 * starts and stops everything it needs, so that sections do not affect each other.
 */
export type Section<Row extends object> = {
  /** The duration with the default options on two cores. */
  takes: string
  usesPostgres: boolean
  /** Takes too long for a run of all sections. */
  onlyByName?: boolean
  /** A row with `ok: false` fails the command. */
  run: (options: BenchOptions) => Promise<Row[]>
  print: (rows: readonly Row[]) => void
  /** Returns what `--record` writes, if that is less than the rows. */
  recorded?: (rows: readonly Row[]) => Row[]
}

export async function measureAll(
  comparisons: readonly Comparison[],
  { measure }: Pick<BenchOptions, 'measure'>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const comparison of comparisons) results.push(await measure(comparison))
  return results
}
