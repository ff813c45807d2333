import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'
import { FAST_START, STATEMENTS } from './tools/run-step.ts'
import { SERVER_SUITES } from './tools/server-suites.ts'

/** The limits only prevent hanging, because the machine may be busy. */
const TIMEOUTS = { testTimeout: 60_000, hookTimeout: 120_000 }

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
      ...TIMEOUTS,
    },
  }
}

function unitProject(name: string, isolate: boolean, include: string[]) {
  return { test: { name, isolate, include, env: FAST_START, ...TIMEOUTS } }
}

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      unitProject('unit', false, [
        'packages/*/src/**/*.test.ts',
        'apps/operator/src/**/*.test.ts',
        'tools/**/*.test.ts',
        'bench/src/**/*.test.ts',
      ]),
      // Web tests replace modules and fill stores, which must not affect the next file.
      unitProject('unit-web', true, ['apps/web/{src,vite}/**/*.test.{ts,tsx}']),
      {
        test: {
          name: 'unit-screens',
          environment: 'happy-dom',
          include: ['apps/web/test/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/test/set-up.ts'],
          env: FAST_START,
          ...TIMEOUTS,
        },
      },
      serverProject('pglite'),
      serverProject('postgres'),
    ],
  },
})
