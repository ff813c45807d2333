import { printTable, type Comparison, type Result } from './compare.ts'
import type { Load } from './load.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import { refusalComparison } from './refusals.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { walBytesPerSpin } from './wal-bytes.ts'
import { withMembers } from './with-members.ts'

/** Storing why a mission was granted may cost at most a tenth of the rate. */
const TARGET = 0.9

/** The index by which the timeline reads histories; the other one contains no spins. */
const TIMELINE_INDEX = 'histories_earned_by_time'
const CREATE_INDEX = `create index if not exists ${TIMELINE_INDEX} on histories
  (member_id, season_id, created_at desc, id desc)
  where kind not in ('PURCHASE', 'REFUND', 'ROUND_REWARD')`
const DROP_INDEX = `drop index if exists ${TIMELINE_INDEX}`

export type ExplanationResult = Result & {
  /** The mean bytes of the write-ahead log per write, with trace and index and without. */
  walBytes?: { ours: number; theirs: number }
}

/**
 * The cost of the stored traces and the kept refusals: the same server with and without them, on the
 * same database.
 */
export const EXPLANATION: Section<ExplanationResult> = {
  takes: '1 min',
  usesPostgres: true,
  run: measureTraces,
  print: (rows) => {
    printTable(rows)
    for (const row of rows) console.log(explanationText(row))
  },
}

function measureTraces(options: BenchOptions): Promise<ExplanationResult[]> {
  return withMembers(async ({ databaseUrl, server, env, sessions, makeSeason }) => {
    const traceless = await startProgram('traceless-server.ts', env)
    const forgetful = await startProgram('forgetful-server.ts', env)
    try {
      const ours = { server: server.url, sessions, seasonId: await makeSeason() }
      const theirs = { server: traceless.url, sessions, seasonId: await makeSeason() }
      const kept = { ...ours, seasonId: await makeSeason() }
      const unkept = { ...kept, server: forgetful.url }
      const comparisons = [
        comparison(databaseUrl, ours, theirs, options.load),
        refusalComparison(kept, unkept, options.load),
      ]
      const results = await measureAll(comparisons, options)
      await psql(databaseUrl, CREATE_INDEX)
      const bytes = await walBytesPerSpin(databaseUrl, ours)
      await psql(databaseUrl, DROP_INDEX)
      const walBytes = { ours: bytes, theirs: await walBytesPerSpin(databaseUrl, theirs) }
      return results.map((result, at) => (at === 0 ? { ...result, walBytes } : result))
    } finally {
      await traceless.stop()
      await forgetful.stop()
    }
  })
}

function comparison(databaseUrl: string, ours: SpinRun, theirs: SpinRun, load: Load): Comparison {
  const after = (statement: string, run: SpinRun) => async () => {
    await psql(databaseUrl, statement)
    return spinsPerSecond(run, load)
  }
  return {
    name: 'a mission executed with its trace and the index of the timeline, as a paid spin',
    target: TARGET,
    ours: { name: 'with both', perSecond: after(CREATE_INDEX, ours) },
    theirs: { name: 'without', perSecond: after(DROP_INDEX, theirs) },
  }
}

/** States what a ratio does not show. */
export function explanationText({ walBytes }: ExplanationResult): string {
  if (!walBytes) return 'Refusals are written after the reply, at most once per second and process.'
  const { ours, theirs } = walBytes
  return (
    `A paid spin writes ${ours.toFixed(0)} bytes of the write-ahead log with its trace and index and ` +
    `${theirs.toFixed(0)} without, in the same number of statements.`
  )
}
