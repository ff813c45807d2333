import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { arch, availableParallelism, platform } from 'node:os'
import { join } from 'node:path'
import {
  namedProgress,
  printToStderr,
  withProgress,
} from '../apps/server/src/platform/process/progress.ts'
import { useMemoryForTemporaryFiles } from './memory-folder.ts'
import { ensurePackages } from './packages.ts'
import { findPostgresBin, postgresVersion } from './postgres.ts'
import { ROOT, type Step, type StepResult, runStep } from './run-step.ts'
import { type SuiteReport, formatReport, reportGate, reportSuite } from './test-report.ts'
import {
  JOURNEYS_REPORT,
  RERUN_REPORT,
  type Suite,
  findCrashed,
  readPlaywrightReport,
  readSuite,
} from './test-results.ts'

type Stage = Step & { suite?: Suite }

const vitest = (suite: Suite): Stage => ({
  name: suite,
  suite,
  command: 'vitest',
  args: [
    'run',
    '--project',
    `${suite}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=artefacts/${suite}.json`,
  ],
})
const tool = (name: string, file: string): Stage => ({ name, command: 'node', args: [file] })

const journeys: Stage = {
  name: 'journeys',
  suite: 'journeys',
  command: 'playwright',
  args: ['test', '--config', 'e2e/playwright.config.ts'],
}

const alone = vitest('server-postgres')
/**
 * This suite uses all cores and is slower beside others, so it runs first and alone. It has one
 * worker more than cores, because tests often wait for a process or a clock.
 */
const SERVER: Stage = {
  ...alone,
  args: [...alone.args, `--maxWorkers=${availableParallelism() + 1}`],
}
/**
 * Lanes run concurrently, because journeys leave a core idle; the stages of a lane run in sequence.
 * The last stage uses all cores until its end, because the journeys may have ended before.
 */
const LANES: Stage[][] = [
  [journeys],
  [
    tool('check', 'tools/check.ts'),
    tool('budget', 'bench/src/budget.ts'),
    tool('statements', 'tools/statements.ts'),
    vitest('server-pglite'),
    vitest('unit'),
  ],
]
const BUILD = tool('web build', 'tools/web-build.ts')
const TRACE = tool('trace', 'tools/trace.ts')
/** The output of these steps is shown on every run, not only on failure. */
const SHOWN = new Set(['budget', 'statements', 'trace'])

function printEnvironment(): void {
  const bin = findPostgresBin()
  // Debian's wrapper warns on stderr about machines with much memory.
  const chromium = execFileSync('chromium', ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  console.log(`Node ${process.version}, ${platform()} ${arch()}, ${availableParallelism()} cores`)
  console.log(`${bin ? postgresVersion(bin) : 'no PostgreSQL'}; ${chromium}\n`)
}

/** Returns only the failed tests, if there are any, because a long log would hide them. */
function failureOutput({ failures = [] }: SuiteReport, { output }: StepResult): string {
  return failures.length > 0 ? failures.join('\n\n') : output.trimEnd()
}

const runNamed = namedProgress(printToStderr)

const PLAIN_OUTPUT = { NO_COLOR: '1', CI: '1' }

/** Reruns once the journeys that crashed and those that are missing because of a crash. */
async function rerunCrashed(first: StepResult): Promise<StepResult> {
  const report = readPlaywrightReport(ROOT, JOURNEYS_REPORT)
  const { locations, isAllThatFailed } = findCrashed(report ?? { suites: [] })
  if (locations.length === 0) return first
  const second = await runStep({
    ...journeys,
    args: [...journeys.args, '--reporter=list,json', '--output=artefacts/rerun', ...locations],
    env: { ...PLAIN_OUTPUT, PLAYWRIGHT_JSON_OUTPUT_FILE: join(ROOT, RERUN_REPORT) },
  })
  return {
    ...first,
    ok: isAllThatFailed && second.ok,
    seconds: first.seconds + second.seconds,
    output: first.output + second.output,
  }
}

async function runStage({ suite, ...step }: Stage): Promise<SuiteReport> {
  const result = await runNamed(step.name, async () => {
    const first = await runStep({ ...step, env: { ...PLAIN_OUTPUT, ...step.env } })
    return suite === 'journeys' && !first.ok ? rerunCrashed(first) : first
  })
  const report = suite
    ? reportSuite(step.name, result, readSuite(ROOT, suite))
    : reportGate(step.name, result)
  console.log(
    `${report.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name} ${result.seconds.toFixed(1)} s`,
  )
  if (report.failed > 0 || SHOWN.has(step.name)) console.log(`${failureOutput(report, result)}\n`)
  for (const test of report.crashed ?? []) console.log(`Crashed and ran again: ${test}\n`)
  return report
}

async function runLane(stages: Stage[]): Promise<SuiteReport[]> {
  const reports: SuiteReport[] = []
  for (const stage of stages) reports.push(await runStage(stage))
  return reports
}

async function runAll(): Promise<SuiteReport[]> {
  // This import requires the installed packages. It sets the template in the environment of later
  // steps. `npm test` starts Node with --liftoff-only, because optimising the code of the embedded
  // database takes a quarter of the processor time of this step.
  const { default: makeTemplate } = await import('../apps/server/test/pglite-template.ts')
  const [removeTemplate, build] = await Promise.all([
    withProgress('Migrating a test database', makeTemplate),
    runStage(BUILD),
  ])
  const server = await runStage(SERVER)
  const lanes = await Promise.all(LANES.map(runLane))
  const trace = await runStage(TRACE)
  await removeTemplate?.()
  return [build, server, ...lanes.flat(), trace]
}

function prepare(): SuiteReport | undefined {
  try {
    ensurePackages()
    printEnvironment()
    useMemoryForTemporaryFiles()
    // Results of an earlier run must not count for this one.
    rmSync(join(ROOT, 'artefacts'), { recursive: true, force: true })
    return undefined
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return reportGate('packages', { ok: false, seconds: 0 })
  }
}

const startedAt = performance.now()
const setupFailure = prepare()
const reports = setupFailure ? [setupFailure] : await runAll()
console.log(`\n${formatReport(reports)}`)
console.log(`Total time: ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`)
if (reports.some((report) => report.failed > 0)) process.exitCode = 1
