import type { Comparison, Result } from './compare.ts'
import type { Load } from './load.ts'

export type BenchOptions = {
  load: Load
  rounds: number
  /** Compares two measures in alternating rounds, with progress. */
  measure: (comparison: Comparison) => Promise<Result>
}

/**
 * One part of `npm run bench`, selected with `--only` and its name in `sections.ts`. A section
 * starts and stops everything it needs, so that sections do not affect each other.
 */
export type Section<Row extends object> = {
  /** The duration with the default options on two cores. */
  takes: string
  usesPostgres: boolean
  /** A row with `ok: false` fails the command. */
  run: (options: BenchOptions) => Promise<Row[]>
  print: (rows: readonly Row[]) => void
}

export async function measureAll(
  comparisons: readonly Comparison[],
  { measure }: Pick<BenchOptions, 'measure'>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const comparison of comparisons) results.push(await measure(comparison))
  return results
}
