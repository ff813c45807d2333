import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'
import { FAST_START, STATEMENTS } from './tools/run-step.ts'
import { SERVER_SUITES } from './tools/server-suites.ts'
import { webSuites } from './tools/web-suites.ts'

/** The limits only prevent hanging, because the machine may be busy. */
const TIMEOUTS = {
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // The default is one second.
  expect: { poll: { timeout: 30_000 } },
}

function serverProject(database: 'pglite' | 'postgres') {
  return {
    test: {
      name: `server-${database}`,
      ...SERVER_SUITES[`server-${database}`],
      env: {
        ...FAST_START,
        SOLSTICE_TEST_DB: database,
        SOLSTICE_TEST_STATEMENTS: STATEMENTS,
      },
      globalSetup:
        database === 'postgres'
          ? ['tools/postgres-setup.ts']
          : ['apps/server/test/pglite-template.ts'],
      // All files of a worker share loaded modules; each file still has its own database.
      isolate: false,
      // Node loads the server as in production, which takes less time than Vite's transformation.
      experimental: { viteModuleRunner: false },
      // Optimising the code of the embedded database takes longer than running it unoptimised.
      execArgv: database === 'pglite' ? ['--liftoff-only'] : [],
      ...TIMEOUTS,
    },
  }
}

function unitProject(name: string, isolate: boolean, include: string[]) {
  // A thread starts faster than a process, which matters when each file gets a new one.
  const pool = isolate ? 'threads' : 'forks'
  return { test: { name, isolate, pool, include, env: FAST_START, ...TIMEOUTS } } as const
}

const web = webSuites()

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      unitProject('unit', false, [
        'packages/{rules,contract,devnet,points-log,contracts}/src/**/*.test.ts',
        'apps/operator/src/**/*.test.ts',
        'tools/**/*.test.ts',
        'bench/src/**/*.test.ts',
      ]),
      unitProject('unit-web', false, web.shared),
      unitProject('unit-web-isolated', true, web.isolated),
      {
        test: {
          name: 'unit-screens',
          environment: 'happy-dom',
          // Every file replaces the same modules, those of the set-up.
          isolate: false,
          include: ['apps/web/test/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/test/set-up.ts'],
          env: FAST_START,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'unit-console-screens',
          environment: 'happy-dom',
          isolate: false,
          include: ['apps/console/test/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/console/test/set-up.ts'],
          env: FAST_START,
          ...TIMEOUTS,
        },
      },
      serverProject('pglite'),
      serverProject('postgres'),
    ],
  },
})
