import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { duplicateJobs } from '../apps/server/test/faults/duplicate-jobs.ts'
import { failingNode } from '../apps/server/test/faults/failing-node.ts'
import { fillDisk } from '../apps/server/test/faults/fill-disk.ts'
import { killDuringCalls } from '../apps/server/test/faults/kill-during-calls.ts'
import { killDuringDistribution } from '../apps/server/test/faults/kill-during-distribution.ts'
import { killDuringPayments } from '../apps/server/test/faults/kill-during-payments.ts'
import { killDuringWrites } from '../apps/server/test/faults/kill-during-writes.ts'
import { externalOutage } from '../apps/server/test/faults/external-outage.ts'
import { restartDatabase } from '../apps/server/test/faults/restart-database.ts'
import {
  seededRandom,
  requireFaults,
  type Engine,
  type Scenario,
  type Tally,
} from '../apps/server/test/faults/scenario.ts'
import { startPostgres } from './postgres.ts'
import { openSmallDisk } from './small-disk.ts'
import { wholeNumber } from './whole-number.ts'

/** Lists every fault scenario. Each slice adds its own. */
const SCENARIOS: readonly Scenario[] = [
  killDuringWrites,
  killDuringPayments,
  killDuringCalls,
  killDuringDistribution,
  restartDatabase,
  duplicateJobs,
  externalOutage,
  failingNode,
  fillDisk,
]
const DATABASES: readonly Engine[] = ['pglite', 'postgres']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    bursts: { type: 'string', default: '20' },
    scenario: { type: 'string' },
    database: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const databasesOf = ({ engines }: Scenario) => engines ?? DATABASES

function list(): void {
  for (const scenario of SCENARIOS) {
    const where = databasesOf(scenario).join(', ')
    console.log(`  ${scenario.name.padEnd(22)}${where.padEnd(18)}${scenario.about}`)
  }
}

function explain(): void {
  console.log(
    'npm run faults -- [--list] [--seed N] [--bursts N] [--scenario NAME] [--database pglite|postgres]\n',
  )
  list()
}

type RunOptions = { seed: number; bursts: number }

async function runAt(
  scenario: Scenario,
  database: Engine,
  { seed, bursts }: RunOptions,
): Promise<Tally> {
  const disk = scenario.smallDisk ? openSmallDisk() : undefined
  const home = disk?.folder ?? tmpdir()
  const folder = mkdtempSync(join(home, 'solstice-faults-'))
  const small = disk !== undefined
  const cluster =
    database === 'postgres' ? await startPostgres({ durable: true, home, small }) : undefined
  try {
    const tally = await scenario.run({
      engine: database,
      settings: {
        SOLSTICE_DATA: folder,
        NODE_ENV: 'test',
        APPROVALS: 'off',
        ...(cluster ? { DATABASE_URL: cluster.url } : {}),
      },
      chance: seededRandom(seed),
      bursts,
      faultControls: {
        ...(cluster ? { haltDatabase: cluster.halt, resumeDatabase: cluster.resume } : {}),
        ...(disk
          ? {
              fillDisk: disk.fill,
              freeDisk: async () => {
                await disk.free()
                // A database that shut down is started again, as an operator would do.
                await cluster?.resume()
              },
            }
          : {}),
      },
      log: (line) => console.log(line),
    })
    requireFaults(tally)
    return tally
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
    disk?.close()
  }
}

async function runAll(options: RunOptions): Promise<void> {
  const runs = SCENARIOS.filter(({ name }) => !values.scenario || name === values.scenario)
    .flatMap((scenario) => databasesOf(scenario).map((database) => ({ scenario, database })))
    .filter(({ database }) => !values.database || database === values.database)
  if (runs.length === 0) {
    console.error('There is no such scenario for this database.\n')
    explain()
    process.exitCode = 1
    return
  }
  const { seed } = options
  console.log(`seed ${seed}`)
  const tallies: Record<string, Tally> = {}
  for (const { scenario, database } of runs) {
    const name = `${scenario.name} on ${database}`
    try {
      tallies[name] = await withProgress(name, () => runAt(scenario, database, options))
    } catch (error) {
      console.error(`${name} failed with seed ${seed}:\n`, error)
      process.exitCode = 1
    }
  }
  // Each scenario has its own results, so a single table would be mostly empty.
  for (const [name, tally] of Object.entries(tallies)) console.table({ [name]: tally })
}

if (values.help) explain()
else if (values.list) list()
else {
  await runAll({
    seed: wholeNumber('seed', values.seed, 0),
    bursts: wholeNumber('bursts', values.bursts, 1),
  })
}
