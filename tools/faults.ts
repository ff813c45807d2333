import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { duplicateJobs } from '../apps/server/test/faults/duplicate-jobs.ts'
import { failingNode } from '../apps/server/test/faults/failing-node.ts'
import { fillDisk } from '../apps/server/test/faults/fill-disk.ts'
import { killDuringCalls } from '../apps/server/test/faults/kill-during-calls.ts'
import { killDuringDistribution } from '../apps/server/test/faults/kill-during-distribution.ts'
import { killDuringPayments } from '../apps/server/test/faults/kill-during-payments.ts'
import { killDuringRelay } from '../apps/server/test/faults/kill-during-relay.ts'
import { killDuringWrites } from '../apps/server/test/faults/kill-during-writes.ts'
import { externalOutage } from '../apps/server/test/faults/external-outage.ts'
import { failover } from '../apps/server/test/faults/failover.ts'
import { failoverDuringPayments } from '../apps/server/test/faults/failover-during-payments.ts'
import { restore } from '../apps/server/test/faults/restore.ts'
import { restartDatabase } from '../apps/server/test/faults/restart-database.ts'
import {
  seededRandom,
  requireFaults,
  type BurstFigures,
  type Engine,
  type Scenario,
  type Tally,
} from '../apps/server/test/faults/scenario.ts'
import { describeMachine } from './machine.ts'
import { startArchivedPostgres } from './postgres-archive.ts'
import { startHighAvailability } from './postgres-cluster.ts'
import { startPostgres } from './postgres.ts'
import { ROOT } from './run-step.ts'
import { openSmallDisk } from './small-disk.ts'
import { wholeNumber } from './whole-number.ts'

/** Lists every fault scenario. Each slice adds its own. */
const SCENARIOS: readonly Scenario[] = [
  killDuringWrites,
  killDuringPayments,
  killDuringCalls,
  killDuringDistribution,
  killDuringRelay,
  restartDatabase,
  failover,
  failoverDuringPayments,
  restore,
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
    /** Writes the tally to docs/performance. */
    record: { type: 'boolean', default: false },
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
    'npm run faults -- [--list] [--seed N] [--bursts N] [--scenario NAME] [--database pglite|postgres] [--record]\n',
  )
  list()
}

/** Runs the command that anybody can run. */
function verifyLog(args: readonly string[]): Promise<{ code: number; output: string }> {
  const program = fileURLToPath(new URL('verify-log.ts', import.meta.url))
  return new Promise((ended) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      ended({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
}

type RunOptions = { seed: number; bursts: number }

async function runAt(
  scenario: Scenario,
  database: Engine,
  { seed, bursts }: RunOptions,
): Promise<{ tally: Tally; bursts: BurstFigures[] }> {
  const disk = scenario.smallDisk ? openSmallDisk() : undefined
  const home = disk?.folder ?? tmpdir()
  const folder = mkdtempSync(join(home, 'solstice-faults-'))
  const small = disk !== undefined
  const cluster =
    database === 'postgres' && !scenario.startsItsDatabase
      ? await startPostgres({ durable: true, home, small })
      : undefined
  const figures: BurstFigures[] = []
  try {
    const tally = await scenario.run({
      addFigures: (each) => figures.push(each),
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
        ...(scenario.startsItsDatabase
          ? {
              startCluster: startHighAvailability,
              startArchived: startArchivedPostgres,
              verifyLog,
            }
          : {}),
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
    return { tally, bursts: figures }
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
    disk?.close()
  }
}

function record({ name }: Scenario, results: object): void {
  const file = `docs/performance/faults-${name}.json`
  writeFileSync(join(ROOT, file), `${JSON.stringify(results, undefined, 2)}\n`)
  console.log(`recorded in ${file}`)
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
  const ranOn = describeMachine()
  console.log(`seed ${seed}`)
  const tallies: Record<string, Tally> = {}
  for (const { scenario, database } of runs) {
    const name = `${scenario.name} on ${database}`
    try {
      const { tally, bursts } = await withProgress(name, () => runAt(scenario, database, options))
      tallies[name] = tally
      if (bursts.length > 0) console.table(bursts.map((each) => ({ seed, ...each })))
      if (values.record) {
        record(scenario, { ranOn, seed, tally, ...(bursts.length > 0 ? { bursts } : {}) })
      }
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
