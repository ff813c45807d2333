import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { compare, type Comparison, type Result } from './compare.ts'
import { requestsPerSecond, type Load } from './load.ts'
import { perProcessorSecond } from './processor-time.ts'
import type { Program } from './program.ts'
import { ROUND_TRIPS } from './round-trips.ts'
import { BASIC_CALLS, createDatabase, ENGINES, startSide, type Engine, type Side } from './side.ts'

/** A checkout must reach at least this share of the other one's rate. */
const TARGET = 0.9

type Options = {
  rounds: number
  load: Load
  /** The prefix of the names to measure. */
  only: string | undefined
  /**
   * Measures rates per second of processor time, including the database, for use on a busy machine.
   */
  byProcessor: boolean
}

/** Measures this checkout and another one in alternating rounds, on both engines. */
export async function compareCheckouts(
  checkout: string,
  { rounds, load, only, byProcessor }: Options,
): Promise<Result[]> {
  const results: Result[] = []
  for (const engine of ENGINES.filter((name) => (only ?? name).startsWith(name))) {
    const programs: Program[] = []
    const folders: string[] = []
    const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
    try {
      const start = async (root: string, database: string) => {
        const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
        folders.push(folder)
        const url = cluster && (await createDatabase(cluster.url, database))
        return startSide({ root, folder, databaseUrl: url }, programs)
      }
      const [ours, theirs] = await withProgress(`Starting two servers on ${engine}`, () =>
        Promise.all([start(ROOT, 'ours'), start(resolve(checkout), 'theirs')]),
      )
      for (const comparison of comparisons(engine, { ours, theirs }, { load, byProcessor })) {
        if (!comparison.name.startsWith(only ?? '')) continue
        const result = await withProgress(`Measuring ${comparison.name}`, () =>
          compare(comparison, rounds),
        )
        console.log(`${result.name}: ${result.ratio.toFixed(2)}`)
        results.push(result)
      }
    } finally {
      for (const program of programs) await program.stop()
      await cluster?.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  }
  return results
}

function comparisons(
  engine: Engine,
  { ours, theirs }: { ours: Side; theirs: Side },
  { load, byProcessor }: Pick<Options, 'load' | 'byProcessor'>,
): Comparison[] {
  const comparison = (name: string, rate: (side: Side) => Promise<number>): Comparison => {
    const measure = (checkout: string, side: Side, other: Side) => ({
      name: checkout,
      perSecond: () =>
        byProcessor
          ? perProcessorSecond(
              () => rate(side),
              (pid) => other.pids.includes(pid),
            )
          : rate(side),
    })
    return {
      name: `${engine}: ${name}`,
      target: TARGET,
      ours: measure('this checkout', ours, theirs),
      theirs: measure('the other', theirs, ours),
    }
  }
  const call = (name: string, request: (side: Side, turn: number) => string): Comparison =>
    comparison(name, (side) => requestsPerSecond(side.server, load, (turn) => request(side, turn)))
  const trip = (name: string): Comparison =>
    comparison(name, (side) => callRoundTrips(side.trips, name, load))
  return [
    ...Object.keys(ROUND_TRIPS).map(trip),
    ...Object.entries(BASIC_CALLS).map(([name, request]) => call(name, request)),
  ]
}

async function callRoundTrips(url: URL, name: string, { clients, seconds }: Load): Promise<number> {
  const query = new URLSearchParams({ name, clients: `${clients}`, seconds: `${seconds}` })
  const reply = await fetch(new URL(`/?${query.toString()}`, url))
  if (!reply.ok) throw new Error(`round-trips.ts returned ${await reply.text()}`)
  return Number(await reply.text())
}
