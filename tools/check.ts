import { availableParallelism, totalmem } from 'node:os'
import { namedProgress, printToStderr } from '../apps/server/src/platform/process/progress.ts'
import { type Step, runStep } from './run-step.ts'

const runNamed = namedProgress(printToStderr)

/**
 * The type checker allocates about 12 GiB, and collecting garbage took a fifth of its time. Below the
 * 4 GiB that it needs at once, it would collect without a pause.
 */
const CHECKER_MIB = Math.max(5 * 1024, Math.floor(totalmem() / 2 ** 20 / 3))

const steps: Step[] = [
  {
    name: 'types, lint and layers',
    command: 'oxlint',
    args: ['--deny-warnings', '--type-check'],
    env: { GOGC: 'off', GOMEMLIMIT: `${CHECKER_MIB}MiB` },
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'code that only tests use',
    command: 'knip',
    args: [
      '--no-progress',
      '--production',
      '--include',
      'exports',
      '-c',
      'tools/knip-production.json',
    ],
  },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'commit messages', command: 'node', args: ['tools/commit-messages.ts'] },
]

/** Runs as many steps in parallel as the machine has cores, because the steps share nothing. */
async function runAll(): Promise<boolean> {
  const waiting = [...steps]
  let allOk = true
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runNamed(step.name, () => runStep(step))
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} ${result.seconds.toFixed(1)} s`)
      if (result.ok) continue
      allOk = false
      console.log(result.output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return allOk
}

if (!(await runAll())) process.exitCode = 1
