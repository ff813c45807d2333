import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killDuringPayments } from '../apps/server/src/testing/faults/kill-during-payments.ts'
import { killDuringWrites } from '../apps/server/src/testing/faults/kill-during-writes.ts'
import {
  chanceFrom,
  type Place,
  type Scenario,
  type Tally,
} from '../apps/server/src/testing/faults/scenario.ts'
import { startPostgres } from './postgres.ts'

/** Every way in which a run hurts the server. A slice adds its own. */
const SCENARIOS: readonly Scenario[] = [killDuringWrites, killDuringPayments]
const PLACES: readonly Place[] = ['pglite', 'postgres']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    bursts: { type: 'string', default: '20' },
    scenario: { type: 'string' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function explain(): void {
  console.log(
    'npm run faults -- [--seed N] [--bursts N] [--scenario NAME] [--database pglite|postgres]\n',
  )
  for (const { name, about } of SCENARIOS) console.log(`  ${name.padEnd(22)}${about}`)
}

async function runAt(scenario: Scenario, place: Place, seed: number): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-faults-'))
  const cluster = place === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    return await scenario.run({
      place,
      settings: { SOLSTICE_DATA: folder, ...(cluster ? { DATABASE_URL: cluster.url } : {}) },
      chance: chanceFrom(seed),
      bursts: Number(values.bursts),
      say: (line) => console.log(line),
    })
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAll(seed: number): Promise<void> {
  const scenarios = SCENARIOS.filter(({ name }) => !values.scenario || name === values.scenario)
  const places = PLACES.filter((place) => !values.database || place === values.database)
  if (scenarios.length === 0 || places.length === 0) {
    explain()
    process.exitCode = 1
    return
  }
  console.log(`seed ${seed}`)
  const tallies: Record<string, Tally> = {}
  for (const scenario of scenarios) {
    for (const place of places) {
      const name = `${scenario.name} on ${place}`
      try {
        tallies[name] = await runAt(scenario, place, seed)
      } catch (error) {
        console.error(`${name} FAILED with seed ${seed}:\n`, error)
        process.exitCode = 1
      }
    }
  }
  console.table(tallies)
}

if (values.help) explain()
else await runAll(Number(values.seed))
