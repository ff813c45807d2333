import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { duplicateJobs } from '../apps/server/test/faults/duplicate-jobs.ts'
import { failingNode } from '../apps/server/test/faults/failing-node.ts'
import { fillDisk } from '../apps/server/test/faults/fill-disk.ts'
import { killDuringPayments } from '../apps/server/test/faults/kill-during-payments.ts'
import { killDuringWrites } from '../apps/server/test/faults/kill-during-writes.ts'
import { outsideDown } from '../apps/server/test/faults/outside-down.ts'
import { restartDatabase } from '../apps/server/test/faults/restart-database.ts'
import {
  chanceFrom,
  demandFaults,
  type Place,
  type Scenario,
  type Tally,
} from '../apps/server/test/faults/scenario.ts'
import { startPostgres } from './postgres.ts'
import { openSmallDisk } from './small-disk.ts'
import { wholeNumber } from './whole-number.ts'

/** Every way in which a run hurts the server. A slice adds its own. */
const SCENARIOS: readonly Scenario[] = [
  killDuringWrites,
  killDuringPayments,
  restartDatabase,
  duplicateJobs,
  outsideDown,
  failingNode,
  fillDisk,
]
const PLACES: readonly Place[] = ['pglite', 'postgres']

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

const placesOf = ({ places }: Scenario) => places ?? PLACES

function list(): void {
  for (const scenario of SCENARIOS) {
    const where = placesOf(scenario).join(', ')
    console.log(`  ${scenario.name.padEnd(22)}${where.padEnd(18)}${scenario.about}`)
  }
}

function explain(): void {
  console.log(
    'npm run faults -- [--list] [--seed N] [--bursts N] [--scenario NAME] [--database pglite|postgres]\n',
  )
  list()
}

type Numbers = { seed: number; bursts: number }

async function runAt(scenario: Scenario, place: Place, { seed, bursts }: Numbers): Promise<Tally> {
  const disk = scenario.smallDisk ? openSmallDisk() : undefined
  const home = disk?.folder ?? tmpdir()
  const folder = mkdtempSync(join(home, 'solstice-faults-'))
  const small = disk !== undefined
  const cluster =
    place === 'postgres' ? await startPostgres({ durable: true, home, small }) : undefined
  try {
    const tally = await scenario.run({
      place,
      settings: {
        SOLSTICE_DATA: folder,
        NODE_ENV: 'development',
        ...(cluster ? { DATABASE_URL: cluster.url } : {}),
      },
      chance: chanceFrom(seed),
      bursts,
      hurt: {
        ...(cluster ? { haltDatabase: cluster.halt, resumeDatabase: cluster.resume } : {}),
        ...(disk
          ? {
              fillDisk: disk.fill,
              freeDisk: async () => {
                await disk.free()
                // A database that gave up is started again, as whoever runs it would do.
                await cluster?.resume()
              },
            }
          : {}),
      },
      say: (line) => console.log(line),
    })
    demandFaults(tally)
    return tally
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
    disk?.close()
  }
}

async function runAll(numbers: Numbers): Promise<void> {
  const runs = SCENARIOS.filter(({ name }) => !values.scenario || name === values.scenario)
    .flatMap((scenario) => placesOf(scenario).map((place) => ({ scenario, place })))
    .filter(({ place }) => !values.database || place === values.database)
  if (runs.length === 0) {
    console.error('There is no such scenario on such a database.\n')
    explain()
    process.exitCode = 1
    return
  }
  const { seed } = numbers
  console.log(`seed ${seed}`)
  const tallies: Record<string, Tally> = {}
  for (const { scenario, place } of runs) {
    const name = `${scenario.name} on ${place}`
    try {
      tallies[name] = await withProgress(name, () => runAt(scenario, place, numbers))
    } catch (error) {
      console.error(`${name} FAILED with seed ${seed}:\n`, error)
      process.exitCode = 1
    }
  }
  // Each has figures of its own; one table of all would be mostly empty.
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
