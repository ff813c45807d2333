import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { Lanes, type Tried } from '../../tools/mutants/lanes.ts'
import { readMutants, selectMutants, whyStale } from '../../tools/mutants/mutant.ts'
import { prepare } from '../../tools/mutants/prepare.ts'
import { minPercent, percentKilled, scoreRules, whyTooLow } from '../../tools/mutants/rules.ts'
import { isEveryMutantKilled, summarise, summaryText } from '../../tools/mutants/summary.ts'
import { ROOT } from '../../tools/run-step.ts'
import { describeMachine } from '../../tools/machine.ts'
import { record } from './results.ts'

const HELP = `npm run mutants -- [--rules | --skip-stryker] [--only ID]... [--record]

  --rules         run only StrykerJS over packages/rules
  --skip-stryker  run only the named mutants of tools/mutants/list
  --only ID       run one named mutant, or all whose id starts with ID; may be repeated
  --record        write the results to docs/performance, unless the run fails`

const { values } = parseArgs({
  options: {
    rules: { type: 'boolean', default: false },
    'skip-stryker': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const ranOn = describeMachine()
const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

function readText(file: string): string | undefined {
  const path = join(ROOT, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function fail(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

function reportResult({ mutant, outcome, message, seconds }: Tried): void {
  const reason =
    outcome === 'killed' ? '' : `\n  ${mutant.killedBy}${message ? `: ${message}` : ''}`
  console.log(`${outcome.padEnd(8)} ${mutant.id} ${seconds.toFixed(1)} s${reason}`)
}

async function tryNamedMutants(only: readonly string[] | undefined): Promise<void> {
  const startedAt = performance.now()
  const selected = selectMutants(readMutants(ROOT), only)
  if (selected.length === 0) return fail([`No mutant has the id ${only?.join(' or ') ?? ''}`])
  const stale = selected.flatMap((mutant) => {
    const why = whyStale(mutant, readText)
    return why === undefined ? [] : [{ mutant, why }]
  })
  fail(stale.map(({ mutant, why }) => `stale    ${mutant.id}: ${why}`))
  const applicable = selected.filter((mutant) => stale.every((each) => each.mutant !== mutant))
  if (applicable.length === 0) return
  const undo = await withProgress('Preparing the tests', () => prepare(applicable))
  const lanes = new Lanes()
  const stop = () => {
    lanes.close()
    process.exit(1)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const broken = await withProgress('Running the tests without a mutant', () =>
      lanes.baseline(applicable),
    )
    if (broken.length > 0) return fail(broken)
    const tried = await lanes.tryAll(applicable, reportResult)
    const seconds = secondsSince(startedAt)
    const summary = summarise(
      tried.map(({ outcome }) => outcome),
      stale.length,
    )
    console.log(`Named mutants: ${summaryText(summary)}, ${seconds.toFixed(0)} s`)
    if (!isEveryMutantKilled(summary)) {
      fail(values.record ? ['Not recorded: not every named mutant was killed'] : [])
      process.exitCode = 1
    } else if (values.record) {
      const suites = Object.groupBy(tried, ({ mutant }) => mutant.suite)
      record('mutants-named', {
        ranOn,
        seconds,
        suites: Object.entries(suites).map(([suite, of]) => ({
          suite,
          mutants: of.length,
          killed: of.length,
          timedOut: of.filter(({ outcome }) => outcome === 'killed by time-out').length,
        })),
      })
    }
  } finally {
    lanes.close()
    await undo()
  }
}

async function tryRules(): Promise<void> {
  const startedAt = performance.now()
  const score = await withProgress('Running StrykerJS over packages/rules', scoreRules)
  const seconds = secondsSince(startedAt)
  for (const survivor of score.survivors) console.log(`survived ${survivor}`)
  const statuses = Object.entries(score.statuses).map(([status, count]) => `${count} ${status}`)
  const percent = percentKilled(score)?.toFixed(1) ?? '-'
  console.log(
    `packages/rules: ${percent} % killed (${statuses.join(', ')}), ${seconds.toFixed(0)} s`,
  )
  const least = minPercent()
  const problem = whyTooLow(score, least)
  if (problem !== undefined) fail([problem, ...(values.record ? ['Not recorded'] : [])])
  else if (values.record) {
    record('mutants-rules', { ranOn, seconds, least, files: score.files })
  }
}

if (values.help) console.log(HELP)
else if (values.record && values.only !== undefined) {
  fail(['--record needs a run of the complete list: leave out --only or --record'])
} else {
  if (!values.rules) await tryNamedMutants(values.only)
  if (!values['skip-stryker'] && values.only === undefined) await tryRules()
}
