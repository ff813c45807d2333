import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import type { TestApp } from '../../../apps/server/test/test-app.ts'
import type { GrowthOptions, Section } from '../section.ts'
import { callScenarios } from './calls.ts'
import {
  compareSizes,
  isAccepted,
  isNoticeable,
  reasonOf,
  type Growth,
  type Measured,
} from './compare.ts'
import { measureJobs } from './jobs.ts'
import { LISTED } from './listed.ts'
import { fingerprint, growthTable } from './report.ts'
import type { SeedSeasons } from './seed.ts'
import { openSize, withCluster, type Cluster } from './size.ts'
import { medianCosts, openRecorder, type Recorder } from './statements.ts'
import { makeWorld } from './world.ts'

/** Every statement of every call and job, at two numbers of members. */
export const GROWTH: Section<GrowthResult> = {
  takes: '25 min',
  usesPostgres: true,
  onlyByName: true,
  run: async ({ growth }) => [await measureGrowth(growth)],
  print: printGrowth,
  recorded: (results) => results.map(withNoticeable),
}

/** A statement that grows without a listed reason fails the benchmark. */
export type GrowthRow = Growth & { id: string; reason: string | undefined; ok: boolean }

export type GrowthResult = {
  small: number
  large: number
  /** The number of compared statements, including those that are not recorded. */
  compared: number
  statements: GrowthRow[]
  ok: boolean
}

/** The warm runs of each call, after one that is not counted. */
const RUNS = 3
const SLOW_MS = 5000

async function measureGrowth(options: GrowthOptions): Promise<GrowthResult> {
  const { small, large, home } = options
  const statements = await withCluster(home, async (cluster) => {
    const before = await measureSize(cluster, small, options)
    const after = await measureSize(cluster, large, options)
    return compareSizes(before, after).map((row) => ({
      id: fingerprint(row.text),
      ...row,
      reason: reasonOf(row, LISTED),
      ok: isAccepted(row, LISTED),
    }))
  })
  const ok = statements.every((statement) => statement.ok)
  return { small, large, compared: statements.length, statements, ok }
}

/** Leaves out the statements that take little time and are not listed. */
function withNoticeable(result: GrowthResult): GrowthResult {
  const statements = result.statements.filter(
    (statement) => isNoticeable(statement) || statement.reason !== undefined,
  )
  return { ...result, statements }
}

/** Prints the statements that take noticeable time, and whether any grows. */
function printGrowth(results: readonly GrowthResult[]): void {
  for (const { statements } of results) {
    console.log(growthTable(statements, LISTED))
    const failures = statements.filter(({ ok }) => !ok).length
    console.log(
      failures === 0
        ? 'All statements are flat or listed.'
        : `${failures} statements grow and are not listed.`,
    )
  }
}

async function measureSize(
  cluster: Cluster,
  members: number,
  { jobSeconds }: GrowthOptions,
): Promise<Measured[]> {
  const { server, url, seeded } = await openSize(cluster, members)
  const recorder = await openRecorder(url)
  try {
    const calls = await measureCalls(server, seeded, recorder)
    const jobs = await withProgress(`Running every job with ${members} members`, () =>
      measureJobs(server, seeded, { url, recorder, seconds: jobSeconds }),
    )
    return [...calls, ...jobs]
  } finally {
    await recorder.close()
    await server.close()
  }
}

async function measureCalls(
  server: TestApp,
  seeded: SeedSeasons,
  recorder: Recorder,
): Promise<Measured[]> {
  const world = await makeWorld(server, seeded)
  const measured: Measured[] = []
  const problems: string[] = []
  const scenarios = callScenarios()
  await withProgress(`Making ${scenarios.length} calls`, async () => {
    for (const { name, scenario } of scenarios) {
      try {
        const runs = []
        for (let run = 0; run <= RUNS; run += 1) {
          const call = await scenario(world)
          const startedAt = performance.now()
          const { result, costs } = await recorder.record(() => world.alone(call))
          const { code, data } = result
          if (code !== 0) throw new Error(`answered ${code}, ${JSON.stringify(data)}`)
          runs.push(costs)
          // Further runs of a slow call would show the same.
          if (performance.now() - startedAt > SLOW_MS) break
        }
        const warm = runs.length > 1 ? runs.slice(1) : runs
        measured.push({ source: name, costs: medianCosts(warm) })
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  })
  await world.pushService.close()
  if (problems.length > 0) throw new Error(`Some calls failed:\n${problems.join('\n')}`)
  return measured
}
