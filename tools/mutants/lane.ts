import { readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { inspect } from 'node:util'
import { type TestCase, type TestModule, type Vitest, createVitest } from 'vitest/node'
import { ROOT, runStep } from '../run-step.ts'
import type { Suite } from '../test-results.ts'
import {
  REPORT_FILE,
  type Mutant,
  type RunResult,
  type TestName,
  type TestRun,
  namePattern,
} from './mutant.ts'
import { firstLine, vitestOutcome } from './outcome.ts'

/** One test run in a copy of the tree. lanes.ts has already applied the mutant there. */
export type Job = { suite: Suite; tests: TestName[]; mutant?: Mutant }

/** The environment variables of the prepared databases, which contain the unchanged migrations. */
const PREPARED = ['SOLSTICE_TEST_TEMPLATE', 'SOLSTICE_TEST_DATABASE_URL'] as const
const MIGRATES = /^apps\/server\/src\/(migrations\/|platform\/process\/migrate\.ts$)/

let open: { suite: Suite; vitest: Vitest } | undefined

async function openVitest(suite: Suite): Promise<Vitest> {
  if (open?.suite === suite) return open.vitest
  await closeVitest()
  const vitest = await createVitest('test', {
    root: ROOT,
    project: [`${suite}*`],
    watch: false,
    maxWorkers: 2,
    reporters: [{}],
    silent: true,
  })
  await vitest.standalone()
  open = { suite, vitest }
  return vitest
}

async function closeVitest(): Promise<void> {
  await open?.vitest.close()
  open = undefined
}

async function runVitest({ suite, tests, mutant }: Job): Promise<TestRun> {
  const vitest = await openVitest(suite)
  if (mutant) vitest.invalidateFile(join(ROOT, mutant.file))
  const files = new Set(tests.map(({ file }) => join(ROOT, file)))
  const specifications = [...files].flatMap((file) => vitest.getModuleSpecifications(file))
  vitest.setGlobalTestNamePattern(namePattern(tests.map(({ title }) => title)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return {
    results: testModules.flatMap((module) => resultsOf(vitest, module)),
    errors: [...testModules.flatMap(errorsOf), ...unhandledErrors.map(describeError)],
  }
}

function resultsOf(vitest: Vitest, module: TestModule): RunResult[] {
  const file = relative(ROOT, module.moduleId).split(sep).join('/')
  return Array.from(module.children.allTests(), (test) => {
    const { state, errors = [] } = test.result()
    return {
      file,
      path: pathOf(test),
      ...vitestOutcome({
        state,
        messages: errors.map(({ message }) => message),
        // The public result does not say whether a hook or the test raised the error.
        hooks: vitest.state.idMap.get(test.id)?.result?.hooks ?? {},
      }),
    }
  })
}

function pathOf(test: TestCase): string[] {
  const path = [test.name]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) {
    path.unshift(parent.name)
  }
  return path
}

/** Errors outside of tests: in the file itself, and in beforeAll and afterAll hooks. */
function errorsOf(module: TestModule): string[] {
  const suites = Array.from(module.children.allSuites())
  return [module, ...suites].flatMap((each) =>
    each.errors().map(({ message }) => firstLine(message)),
  )
}

/** Vitest passes errors of a worker as plain objects, some of which `String` cannot convert. */
function describeError(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return firstLine(typeof message === 'string' ? message : inspect(error))
}

async function runPlaywright({ suite, tests }: Job): Promise<TestRun> {
  const file = join(ROOT, 'artefacts/mutant-journeys.json')
  rmSync(file, { force: true })
  const files = [...new Set(tests.map((test) => test.file.replace(/^e2e\//, '')))]
  const { output } = await runStep({
    name: suite,
    command: 'playwright',
    args: [
      'test',
      '--config=e2e/playwright.config.ts',
      '--retries=0',
      '--workers=1',
      `--reporter=${join(ROOT, 'e2e/mutant-reporter.ts')}`,
      '--grep',
      namePattern(tests.map(({ title }) => title)).source,
      ...files,
    ],
    env: { NO_COLOR: '1', CI: '1', [REPORT_FILE]: file },
  })
  try {
    // Written by e2e/mutant-reporter.ts.
    return JSON.parse(readFileSync(file, 'utf8')) as TestRun
  } catch {
    return { results: [], errors: [output.trim()] }
  }
}

async function run(job: Job): Promise<TestRun> {
  return job.suite === 'journeys' ? runPlaywright(job) : runVitest(job)
}

/** The prepared databases contain the unchanged migrations, so a mutant of a migration needs a new one. */
async function runOnFreshDatabase(job: Job): Promise<TestRun> {
  const kept = PREPARED.map((name) => [name, process.env[name]] as const)
  for (const name of PREPARED) delete process.env[name]
  await closeVitest()
  try {
    return await run(job)
  } finally {
    await closeVitest()
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

async function answer(job: Job): Promise<TestRun> {
  const { mutant } = job
  if (!mutant) return run(job)
  try {
    return await (MIGRATES.test(mutant.file) ? runOnFreshDatabase(job) : run(job))
  } finally {
    // The parent restores the file before it sends the next job.
    open?.vitest.invalidateFile(join(ROOT, mutant.file))
  }
}

process.on('message', (job: Job) => {
  answer(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ results: [], errors: [String(error)] } satisfies TestRun),
  )
})
process.on('disconnect', () => process.exit())
