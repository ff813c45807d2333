import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { findPostgresBin, postgresVersion } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { compareCheckouts } from './against.ts'
import { compare, printTable } from './compare.ts'
import type { Load } from './load.ts'
import { describeMachine } from '../../tools/machine.ts'
import { type BenchPart, type BenchRows, recordSection } from './results.ts'
import type { BenchOptions, Section } from './section.ts'
import { SECTIONS } from './sections.ts'

/**
 * Measures the server's cost as ratios to baselines in the same run: seconds differ between
 * machines, ratios hardly.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
    /** One of the sections; all of them by default. */
    only: { type: 'string' },
    /**
     * Another checkout of the repository to compare with; `--only` selects by the start of a name.
     */
    against: { type: 'string' },
    /** With `--against`: uses rates per second of processor time instead of wall-clock time. */
    processor: { type: 'boolean', default: false },
    /** Also writes the results to docs/performance for its page; otherwise only to artefacts. */
    record: { type: 'boolean', default: false },
    /** The number of members of the section `settlement`. */
    members: { type: 'string', default: '100000' },
    /** The number of entries of the sections `audit` and `books`, which take 10 GB by default. */
    entries: { type: 'string', default: '10000000' },
    /** The number of leaves of the section `log`. */
    leaves: { type: 'string', default: '1000000' },
    /** The first seed of the section `fair-play`. */
    seed: { type: 'string', default: '1' },
    /** With `--only growth`: the members at both sizes, and the longest time of one job. */
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    'job-seconds': { type: 'string', default: '20' },
    /** With `--only growth`: the folder of the cluster, which takes 12 GB for a million members. */
    home: { type: 'string' },
    /** With `--only growth`: runs the section `growth-jobs` instead. */
    whole: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// The keys of the registry are exactly the parts.
const PARTS = Object.keys(SECTIONS) as BenchPart[]
const { against } = options
const only = options.only === 'growth' && options.whole ? 'growth-jobs' : options.only
const rounds = Number(options.rounds)
const load: Load = { clients: Number(options.clients), seconds: Number(options.seconds) }

// The parameter links the rows of a section with their record.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function measureSection<Part extends BenchPart>(part: Part): Promise<boolean> {
  const section: Section<BenchRows[Part]> = SECTIONS[part]
  const ranOn = {
    ...describeMachine(),
    ...(section.usesPostgres ? { postgres: installedPostgres() } : {}),
  }
  const benchOptions: BenchOptions = {
    load,
    rounds,
    members: Number(options.members),
    entries: Number(options.entries),
    leaves: Number(options.leaves),
    seed: Number(options.seed),
    growth: {
      small: Number(options.small),
      large: Number(options.large),
      jobSeconds: Number(options['job-seconds']),
      home: options.home,
    },
    measure: (comparison) =>
      withProgress(`Measuring ${comparison.name}`, () => compare(comparison, rounds)),
  }
  const results = await section.run(benchOptions)
  console.log(
    `\n${part}: ${load.clients} clients, ${rounds} rounds of ${load.seconds} s where rounds ` +
      `alternate; load average before: ${ranOn.loadBefore}`,
  )
  section.print(results)
  const name = `${part}-${new Date().toISOString().replaceAll(':', '-')}.json`
  mkdirSync(join(ROOT, 'artefacts/bench'), { recursive: true })
  writeFileSync(
    join(ROOT, 'artefacts/bench', name),
    `${JSON.stringify({ ranOn, load, rounds, results }, undefined, 2)}\n`,
  )
  console.log(`saved in artefacts/bench/${name}`)
  if (options.record)
    recordSection(part, { ranOn, results: section.recorded?.(results) ?? results })
  return results.every((row) => !('ok' in row) || row.ok)
}

function installedPostgres(): string {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  return postgresVersion(bin)
}

async function measureSections(): Promise<void> {
  const { machine, node } = describeMachine()
  console.log(`On ${machine}, Node ${node}; PostgreSQL writes every commit to disk.`)
  for (const part of PARTS) {
    if (only === undefined ? SECTIONS[part].onlyByName === true : part !== only) continue
    if (!(await measureSection(part))) process.exitCode = 1
  }
}

async function measureAgainst(checkout: string): Promise<void> {
  const { machine, node, loadBefore } = describeMachine()
  const results = await compareCheckouts(checkout, {
    rounds,
    load,
    only,
    byProcessor: options.processor,
  })
  console.log(`On ${machine}, Node ${node}; load average before: ${loadBefore}`)
  console.log(
    `${load.clients} clients, medians of ${rounds} alternating rounds of ${load.seconds} s`,
  )
  printTable(results)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

function printHelp(): void {
  console.log(
    'npm run bench -- [--only SECTION] [--rounds N] [--seconds N] [--clients N] [--record]',
  )
  for (const part of PARTS) {
    const { takes, onlyByName = false } = SECTIONS[part]
    console.log(`  ${part.padEnd(12)} ${takes}${onlyByName ? ', only when named' : ''}`)
  }
  console.log('settlement: [--members N]')
  console.log('fair-play: [--seed N]')
  console.log('audit, books: [--entries N] [--home FOLDER]')
  console.log('growth: [--small N] [--large N] [--job-seconds N] [--home FOLDER] [--whole]')
}

if (options.help) printHelp()
else if (against !== undefined) await measureAgainst(against)
else if (only !== undefined && !PARTS.some((part) => part === only)) {
  throw new Error(`--only ${PARTS.join(', ')}`)
} else await measureSections()
